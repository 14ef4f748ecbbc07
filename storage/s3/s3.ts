import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, S3 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '../../config/environment.ts'
import type { ByteRange, Presentation, Storage } from '../storage.ts'
import { failureOf, isMissing } from './failure.ts'
import { ResumableObjects } from './resumable.ts'

/** What the source of bytes is told when the store has failed. */
const isClosed = (error: { code?: unknown }): boolean => error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Bytes of an object that are held while they are sent: the least that S3 takes as a part. */
const PART_BYTES = 5 * 1024 * 1024

export type S3Options = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3ForcePathStyle' | 's3SendClients'
> & { readonly s3Bucket: string }

/** Objects in a bucket of Amazon S3, or of a store that speaks its protocol. */
export class S3Storage implements Storage {
  readonly resumable: ResumableObjects
  readonly presign: Storage['presign']
  readonly #client: S3
  readonly #bucket: string

  constructor(options: S3Options) {
    const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = options
    const client = {
      region: options.s3Region,
      endpoint: options.s3Endpoint,
      forcePathStyle: options.s3ForcePathStyle,
      // Without them: those of the machine, as Amazon's own tools find them.
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // Checksums that S3 does not ask for are unknown to many a store.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }
    this.#client = new S3(client)
    this.#bucket = options.s3Bucket
    this.resumable = new ResumableObjects(this.#client, { bucket: options.s3Bucket, ...client })
    if (options.s3SendClients) this.presign = (key, seconds, as) => this.#presign(key, seconds, as)
  }

  async put(key: string, bytes: Readable): Promise<number> {
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        done(null, chunk)
      },
    })
    const params = { Bucket: this.#bucket, Key: key, Body: counted }
    const upload = new Upload({ client: this.#client, params, partSize: PART_BYTES, queueSize: 1 })
    const source = pipeline(bytes, counted)
    const stored = upload.done().catch((error) => {
      counted.destroy()
      throw error
    })
    // Both to their ends: nothing is left behind by then.
    const [given, kept] = await Promise.allSettled([source, stored])
    if (kept.status === 'fulfilled' && given.status === 'fulfilled') return size
    const brokenBySource = given.status === 'rejected' && !isClosed(given.reason)
    throw failureOf(brokenBySource ? given.reason : (kept as PromiseRejectedResult).reason)
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body } = await this.#client.getObject({
        Bucket: this.#bucket,
        Key: key,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      return Body as Readable
    } catch (error) {
      throw failureOf(error)
    }
  }

  async stat(key: string): Promise<{ size: number } | undefined> {
    try {
      const { ContentLength } = await this.#client.headObject({ Bucket: this.#bucket, Key: key })
      return { size: ContentLength ?? 0 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw failureOf(error)
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    try {
      for (const key of keys) {
        await this.resumable.forget(key)
        await this.#client.deleteObject({ Bucket: this.#bucket, Key: key })
      }
    } catch (error) {
      throw failureOf(error)
    }
  }

  close(): void {
    this.#client.destroy()
  }

  #presign(key: string, expiresIn: number, as: Presentation): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: as.contentType,
      ResponseContentDisposition: as.contentDisposition,
    })
    return getSignedUrl(this.#client, command, { expiresIn })
  }
}
