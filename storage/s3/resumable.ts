import { Readable } from 'node:stream'
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type Upload } from '@tus/utils'
import { type ResumableBytes, StorageError } from '../storage.ts'
import { failureOf, isMissing } from './failure.ts'

type Options = S3ClientConfig & { readonly bucket: string }

/**
 * Uploads in pieces as multipart uploads of S3. What is not yet a part waits in the object `<key>.part`; what the
 * upload is to become, in `<key>.info`.
 */
export class ResumableObjects implements ResumableBytes {
  readonly store: S3Store
  readonly #client: S3
  readonly #bucket: string

  constructor(client: S3, options: Options) {
    this.#client = client
    this.#bucket = options.bucket
    this.store = new OrderedObjects(options)
  }

  /** The object is there once its parts are put together, which whoever sent the last may not have come to. */
  async finish(key: string, size: number): Promise<void> {
    try {
      if (!(await this.#isWhole(key))) {
        const { offset } = await this.store.getUpload(key)
        if (offset !== size) throw new Error(`of ${key} ${offset} bytes have come, of ${size}`)
        await this.store.write(Readable.from([]), key, size)
      }
    } catch (error) {
      if (!(await this.#isWhole(key))) throw failureOf(error)
    }
    await this.#deleteNotes(key)
  }

  async #isWhole(key: string): Promise<boolean> {
    try {
      await this.#client.headObject({ Bucket: this.#bucket, Key: key })
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw failureOf(error)
    }
  }

  async forget(key: string): Promise<void> {
    try {
      await this.store.remove(key)
    } catch (error) {
      const { status_code } = error as { status_code?: number }
      if (status_code !== 404 && !isMissing(error)) throw error
    }
    await this.#deleteNotes(key)
  }

  async #deleteNotes(key: string): Promise<void> {
    for (const note of [`${key}.info`, `${key}.part`]) {
      await this.#client.deleteObject({ Bucket: this.#bucket, Key: note })
    }
  }
}

/** Remembers nothing: what an upload is stands in the bucket, where other gateways find it too. */
const forgetful = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
}

/**
 * As its parent, but an upload's parts are sent one after the other. Sent together, a later part may arrive and
 * an earlier one not, and what follows would be put in the wrong place.
 */
class OrderedObjects extends S3Store {
  readonly #options: Options

  constructor(options: Options) {
    super({ s3ClientConfig: options, cache: forgetful })
    this.#options = options
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload)
    } catch (error) {
      throw failureOf(error)
    }
  }

  override async getUpload(key: string): Promise<Upload> {
    try {
      return await super.getUpload(key)
    } catch (error) {
      if (error !== ERRORS.FILE_NOT_FOUND) throw failureOf(error)
      // The parent says so of a store that does not answer, too.
      await this.client.headObject({ Bucket: this.bucket, Key: `${key}.info` }).catch((cause) => {
        throw isMissing(cause) ? error : failureOf(cause)
      })
      throw new StorageError('unavailable', error)
    }
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    try {
      return await new OneUpload(this.#options, this.client).write(bytes, key, offset)
    } catch (error) {
      throw failureOf(error)
    }
  }
}

class OneUpload extends S3Store {
  constructor(options: Options, client: S3) {
    super({ s3ClientConfig: options, cache: forgetful, maxConcurrentPartUploads: 1 })
    this.client.destroy()
    this.client = client
  }
}
