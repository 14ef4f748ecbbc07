import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** How a client is to be told of a file that it gets from the object store itself. */
export interface Presentation {
  readonly contentType: string
  readonly contentDisposition: string
}

/**
 * Where bytes are kept, under keys: lower-case letters, digits and `-`, at least four. What is under a key never
 * changes; it is there whole or not at all, whatever dies where. Failures are `StorageError`s.
 */
export interface Storage {
  /** Keeps all of `bytes`, no faster than the store takes them; resolves to how many once they are kept for good. */
  put(key: string, bytes: Readable): Promise<number>
  /** Rejects with `missing` when there is nothing under the key. Destroy what it resolves to, or read it to its end. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Undefined when there is nothing under the key. */
  stat(key: string): Promise<{ readonly size: number } | undefined>
  /** Deletes what is there, and what an interrupted `put` or resumable upload left. */
  delete(keys: readonly string[]): Promise<void>
  /** A URL at which a client gets the bytes itself, for `seconds`; absent where clients cannot. */
  readonly presign?: (key: string, seconds: number, as: Presentation) => Promise<string>
  readonly resumable: ResumableBytes
  close(): void
}

/** The bytes of uploads that come in pieces. The id of an upload is the key that its bytes will be under. */
export interface ResumableBytes {
  /** Creates, writes and measures; knows nothing of who may. */
  readonly store: DataStore
  /** Brings an upload whose `size` bytes have all come under its key. May be called again. */
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
