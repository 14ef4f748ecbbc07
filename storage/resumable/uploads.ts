import { finished, PassThrough, type Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { UPLOAD_LIFETIME_SECONDS } from '../../config/limits.ts'
import type { Storage } from '../storage.ts'

/** What a table knows of an upload. */
export interface UploadRecord {
  readonly storageKey: string
  /** Bytes, as declared; null for an upload that is not resumable. */
  readonly length: number | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Whether all bytes have arrived and the upload has become what it is for. */
  readonly isFinished: boolean
}

/** The table of one kind of uploads. */
export interface UploadRecords {
  find(key: string): Promise<UploadRecord | undefined>
  /** Deletes the record of an upload whose bytes are already deleted. */
  forget(key: string): Promise<void>
}

/**
 * The data store of resumable uploads for `@tus/server`. Storage holds the bytes; a table holds owner, length
 * and expiry.
 */
export class ResumableUploads extends DataStore {
  readonly #records: UploadRecords
  readonly #storage: Storage

  constructor(records: UploadRecords, storage: Storage) {
    super()
    this.#records = records
    this.#storage = storage
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString()
    // An empty file that is created again may be complete.
    if (upload.size === 0 && (await this.#records.find(upload.id))?.isFinished) return upload
    return this.#storage.resumable.store.create(upload)
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    const pending = await this.#records.find(key)
    if (pending === undefined) throw ERRORS.FILE_NOT_FOUND
    if (offset !== pending.length || !(await this.#isWhole(pending))) {
      return this.#storage.resumable.store.write(isolate(bytes), key, offset)
    }
    for await (const chunk of bytes) if ((chunk as Buffer).length > 0) throw ERRORS.ERR_SIZE_EXCEEDED
    return offset
  }

  override async getUpload(key: string): Promise<Upload> {
    const pending = await this.#records.find(key)
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
    const pending = await this.#records.find(key)
    if (pending === undefined) throw ERRORS.FILE_NOT_FOUND
    await this.#storage.delete([key])
    await this.#records.forget(key)
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_SECONDS * 1000
  }

  async #received(pending: UploadRecord, size: number): Promise<number> {
    if (pending.isFinished) return size
    try {
      return (await this.#storage.resumable.store.getUpload(pending.storageKey)).offset
    } catch (error) {
      if (await this.#isWhole(pending)) return size
      throw error
    }
  }

  /** Also true when a process died after it stored the complete file and before it updated the database. */
  async #isWhole({ storageKey, length, isFinished }: UploadRecord): Promise<boolean> {
    return isFinished || (await this.#storage.stat(storageKey))?.size === length
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
