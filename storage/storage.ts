import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** A range of bytes of a file. Both ends are inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Response headers for a file that a client downloads directly from the object store. */
export interface ResponseHeaders {
  readonly contentType: string
  readonly contentDisposition: string
}

/**
 * Stores files under keys of lower-case letters, digits and `-`, at least four characters long. A stored file
 * never changes. It is stored completely or not at all, even when a process crashes. Failures are
 * `StorageError`s.
 */
export interface Storage {
  /** Stores all of `bytes`, with backpressure. Resolves to their number once they are stored durably. */
  put(key: string, bytes: Readable): Promise<number>
  /**
   * Opens a file. Rejects with `missing` when it does not exist. The caller must read or destroy the stream.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Resolves to undefined when the file does not exist. */
  stat(key: string): Promise<{ readonly size: number } | undefined>
  /** Deletes the files, and remains of interrupted `put`s and resumable uploads under these keys. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Deletes the parts of uploads to the store that were begun before a time, in milliseconds, and not
   * completed. Resolves to the number of these uploads; absent when the store keeps no such parts.
   */
  readonly abortUploads?: (before: number) => Promise<number>
  /**
   * The bytes that can still be stored; `Infinity` when the store does not tell. Others may use them
   * meanwhile.
   */
  room(): Promise<number>
  /**
   * Returns a URL that serves the file directly to clients for `seconds`; absent when clients cannot use the
   * store.
   */
  readonly presign?: (key: string, seconds: number, as: ResponseHeaders) => Promise<string>
  readonly resumable: ResumableBytes
  close(): void
}

/** The bytes of resumable uploads. The id of an upload is the storage key of the resulting file. */
export interface ResumableBytes {
  /** Creates and writes uploads and returns their offset. It checks no permissions. */
  readonly store: DataStore
  /** Stores an upload, whose `size` bytes have all arrived, under its key. Idempotent. */
  finish(key: string, size: number): Promise<void>
}

export type StorageFailure = 'missing' | 'full' | 'unavailable'

export class StorageError extends Error {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, cause: unknown) {
    super(`storage: ${failure}`, { cause })
    this.name = 'StorageError'
    this.failure = failure
  }
}
