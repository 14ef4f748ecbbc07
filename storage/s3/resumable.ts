import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3, S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type Upload } from '@tus/utils'
import { type ResumableBytes, StorageError } from '../storage.ts'
import { abortUnansweredUploads } from './abandoned-uploads.ts'
import { isMissing, toStorageError } from './failure.ts'

type Options = S3ClientConfig & { readonly bucket: string }

/**
 * Resumable uploads as S3 multipart uploads. The object `<key>.part` holds bytes that do not fill a part yet,
 * and `<key>.info` describes the upload.
 */
export class ResumableObjects implements ResumableBytes {
  readonly store: S3Store
  readonly #client: S3
  readonly #bucket: string

  constructor(client: S3, options: Options) {
    this.#client = client
    this.#bucket = options.bucket
    this.store = new SequentialS3Store(options)
  }

  /** Completes the multipart upload if the request that sent the last part did not. */
  async finish(key: string, size: number): Promise<void> {
    try {
      if (!(await this.#isWhole(key))) {
        const { offset } = await this.store.getUpload(key)
        if (offset !== size) throw new Error(`upload ${key} has ${offset} of ${size} bytes`)
        await this.store.write(Readable.from([]), key, size)
      }
    } catch (error) {
      if (!(await this.#isWhole(key))) throw toStorageError(error)
    }
    await this.#deleteNotes(key)
  }

  async #isWhole(key: string): Promise<boolean> {
    try {
      await this.#client.headObject({ Bucket: this.#bucket, Key: key })
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw toStorageError(error)
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

/** A cache that stores nothing, because other gateways change the uploads in the bucket too. */
const noCache = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
}

/**
 * An `S3Store` that sends the parts of an upload one after the other and throws `StorageError`s. With
 * concurrent parts a later one could arrive without an earlier one, and the next bytes would go to the wrong
 * offset.
 */
class SequentialS3Store extends S3Store {
  readonly #options: Options

  constructor(options: Options) {
    super({ s3ClientConfig: options, cache: noCache })
    this.#options = options
    abortUnansweredUploads({ client: this.client, bucket: options.bucket })
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload)
    } catch (error) {
      throw toStorageError(error)
    }
  }

  override async getUpload(key: string): Promise<Upload> {
    try {
      return await super.getUpload(key)
    } catch (error) {
      if (error !== ERRORS.FILE_NOT_FOUND) throw toStorageError(error)
      // The parent class also throws FILE_NOT_FOUND when the store does not respond, so check again.
      await this.client.headObject({ Bucket: this.bucket, Key: `${key}.info` }).catch((cause) => {
        throw isMissing(cause) ? error : toStorageError(cause)
      })
      throw new StorageError('unavailable', error)
    }
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    try {
      return await new SingleWriteStore(this.#options, this.client).write(bytes, key, offset)
    } catch (error) {
      throw toStorageError(error)
    }
  }
}

/**
 * A store for one write, because S3Store limits concurrent parts per instance and not per upload. It sends
 * the MD5 of each part: some compatible stores keep a part whose connection broke, as if it were whole, and
 * the upload would continue behind it.
 */
class SingleWriteStore extends S3Store {
  /** The file on disk with the bytes of earlier writes that do not fill a part. */
  #downloaded: string | undefined

  constructor(options: Options, client: S3) {
    super({ s3ClientConfig: options, cache: noCache, maxConcurrentPartUploads: 1 })
    this.client.destroy()
    this.client = client
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    try {
      return await super.write(bytes, key, offset)
    } finally {
      // The parent class deletes the file only when it has been read to its end.
      if (this.#downloaded !== undefined) await rm(this.#downloaded, { force: true })
    }
  }

  protected override async downloadIncompletePart(id: string) {
    const part = await super.downloadIncompletePart(id)
    this.#downloaded = part?.path
    return part
  }

  protected override async uploadPart(
    { file, 'upload-id': uploadId }: Parameters<S3Store['uploadPart']>[0],
    body: ReadStream | Readable | Buffer,
    partNumber: number,
  ): Promise<string> {
    const { ETag } = await this.client.uploadPart({
      Bucket: this.bucket,
      Key: file.id,
      UploadId: uploadId,
      PartNumber: partNumber,
      Body: body,
      ContentMD5: await md5Of(body),
    })
    return ETag!
  }

  protected override async uploadIncompletePart(id: string, body: ReadStream | Readable): Promise<string> {
    const { ETag } = await this.client.putObject({
      Bucket: this.bucket,
      Key: this.partKey(id, true),
      Body: body,
      ContentMD5: await md5Of(body),
    })
    return ETag!
  }
}

/** The MD5 of a part, in base64. `S3Store` keeps each part in a file until S3 has it, except an empty one. */
async function md5Of(body: ReadStream | Readable | Buffer): Promise<string> {
  const hash = createHash('md5')
  if (Buffer.isBuffer(body)) hash.update(body)
  else await pipeline(createReadStream((body as ReadStream).path), hash)
  return hash.digest('base64')
}
