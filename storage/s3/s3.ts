import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, S3 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '../../config/environment.ts'
import type { ByteRange, ResponseHeaders, Storage } from '../storage.ts'
import { abortOldUploads, abortUnansweredUploads } from './abandoned-uploads.ts'
import { isMissing, toStorageError } from './failure.ts'
import { ResumableObjects } from './resumable.ts'
import {
  failWhenSilent,
  readingHandler,
  TIME_LIMITS,
  type TimeLimits,
  writingHandler,
} from './time-limits.ts'

/** Whether the source of bytes failed only because the store closed the stream. */
const isPrematureClose = (error: { code?: unknown }): boolean => error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Bytes buffered while an object is sent: the smallest part that S3 accepts. */
const PART_BYTES = 5 * 1024 * 1024

export type S3Options = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3ForcePathStyle' | 's3SendClients'
> & { readonly s3Bucket: string }

/** Stores files as objects in a bucket of Amazon S3 or a compatible store. */
export class S3Storage implements Storage {
  readonly resumable: ResumableObjects
  readonly presign: Storage['presign']
  readonly #client: S3
  /** Reads objects. */
  readonly #reader: S3
  readonly #bucket: string
  readonly #limits: TimeLimits

  constructor(options: S3Options, limits = TIME_LIMITS) {
    const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = options
    const client = {
      region: options.s3Region,
      endpoint: options.s3Endpoint,
      forcePathStyle: options.s3ForcePathStyle,
      // Without credentials in the configuration, the SDK uses its default credential chain.
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // Many compatible stores do not support optional checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }
    const writing = { ...client, requestHandler: writingHandler(limits) }
    this.#client = new S3(writing)
    abortUnansweredUploads({ client: this.#client, bucket: options.s3Bucket })
    this.#reader = new S3({ ...client, requestHandler: readingHandler(limits) })
    this.#bucket = options.s3Bucket
    this.#limits = limits
    this.resumable = new ResumableObjects(this.#client, { bucket: options.s3Bucket, ...writing })
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
    // Wait for both to settle, so that nothing runs on after this function returns.
    const [read, written] = await Promise.allSettled([source, stored])
    if (written.status === 'fulfilled' && read.status === 'fulfilled') return size
    const isSourceFailure = read.status === 'rejected' && !isPrematureClose(read.reason)
    throw toStorageError(isSourceFailure ? read.reason : (written as PromiseRejectedResult).reason)
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body } = await this.#reader.getObject({
        Bucket: this.#bucket,
        Key: key,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      const body = Body as IncomingMessage
      failWhenSilent(body, this.#limits.readMs)
      return body
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async stat(key: string): Promise<{ size: number } | undefined> {
    try {
      const { ContentLength } = await this.#reader.headObject({ Bucket: this.#bucket, Key: key })
      return { size: ContentLength ?? 0 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw toStorageError(error)
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    try {
      for (const key of keys) {
        await this.resumable.forget(key)
        await this.#client.deleteObject({ Bucket: this.#bucket, Key: key })
      }
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async abortUploads(before: number): Promise<number> {
    try {
      return await abortOldUploads({ client: this.#client, bucket: this.#bucket }, before)
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async room(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  close(): void {
    this.#client.destroy()
    this.#reader.destroy()
  }

  #presign(key: string, expiresIn: number, as: ResponseHeaders): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: as.contentType,
      ResponseContentDisposition: as.contentDisposition,
    })
    return getSignedUrl(this.#client, command, { expiresIn })
  }
}
