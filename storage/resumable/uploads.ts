import { finished, PassThrough, type Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { UPLOAD_LIFETIME_SECONDS } from '../../config/limits.ts'
import { forgetUpload, type PendingUpload, pendingUpload } from '../../core/content/uploads/pending.ts'
import type { Core } from '../../core/state/core.ts'
import type { Storage } from '../storage.ts'

/**
 * The data store of resumable uploads for `@tus/server`. Storage holds the bytes; the table `pending_upload`
 * holds owner, length and expiry.
 */
export class ResumableUploads extends DataStore {
  readonly #core: Core
  readonly #storage: Storage

  constructor(core: Core, storage: Storage) {
    super()
    this.#core = core
    this.#storage = storage
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString()
    return this.#storage.resumable.store.create(upload)
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    const pending = await pendingUpload(this.#core, key)
    if (pending === undefined) throw ERRORS.FILE_NOT_FOUND
    if (offset !== pending.length || !(await this.#isWhole(pending))) {
      return this.#storage.resumable.store.write(isolate(bytes), key, offset)
    }
    for await (const chunk of bytes) if ((chunk as Buffer).length > 0) throw ERRORS.ERR_SIZE_EXCEEDED
    return offset
  }

  override async getUpload(key: string): Promise<Upload> {
    const pending = await pendingUpload(this.#core, key)
    if (pending === undefined || pending.length === null) throw ERRORS.FILE_NOT_FOUND
    const { length: size } = pending
    return new Upload({
      id: key,
      size,
      offset: await this.#received(pending, size),
      creation_date: new Date(pending.createdAt).toISOString(),
    })
  }

  override async remove(key: string): Promise<void> {
    const pending = await pendingUpload(this.#core, key)
    if (pending === undefined) throw ERRORS.FILE_NOT_FOUND
    await this.#storage.delete([key])
    await forgetUpload(this.#core, pending)
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_SECONDS * 1000
  }

  async #received(pending: PendingUpload, size: number): Promise<number> {
    if (pending.pathId !== null) return size
    try {
      return (await this.#storage.resumable.store.getUpload(pending.storageKey)).offset
    } catch (error) {
      if (await this.#isWhole(pending)) return size
      throw error
    }
  }

  /** Also true when a process died after it stored the complete file and before it updated the database. */
  async #isWhole({ storageKey, length, pathId }: PendingUpload): Promise<boolean> {
    return pathId !== null || (await this.#storage.stat(storageKey))?.size === length
  }
}

/** Pipes a stream through another, so that a failing reader does not destroy the source with a disk error. */
function isolate(bytes: Readable): Readable {
  const copy = new PassThrough()
  // A store that has failed before it reads listens to no errors, and such an error would end the process.
  copy.on('error', () => undefined)
  finished(bytes, { writable: false }, (error) => {
    if (error) copy.destroy(error)
  })
  return bytes.pipe(copy)
}
