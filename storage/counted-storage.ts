import type { Readable } from 'node:stream'
import { markOutage } from '../core/platform/log/outage.ts'
import type { Usage } from '../core/platform/processes/usage.ts'
import { type ByteRange, type ResumableBytes, type Storage, StorageError } from './storage.ts'

/** A store that has not answered for this long does not answer. Those who wait learn it later. */
const SILENT_MS = 8_000

/**
 * A storage whose operations, their time and their failures are counted. A file that does not exist is no
 * failure. The time of `put` is left out: it depends on who sends the bytes.
 */
export class CountedStorage implements Storage {
  readonly presign: Storage['presign']
  readonly abortUploads: Storage['abortUploads']
  readonly resumable: ResumableBytes
  readonly #storage: Storage
  readonly #usage: Usage
  readonly #name: string

  /** `name`: the host or folder, for the log lines about failures. */
  constructor(storage: Storage, usage: Usage, name: string) {
    this.#name = name
    this.#storage = storage
    this.#usage = usage
    const { presign, abortUploads, resumable } = storage
    if (presign !== undefined) this.presign = presign.bind(storage)
    if (abortUploads !== undefined)
      this.abortUploads = (before) => this.#counted(() => storage.abortUploads!(before))
    this.resumable = {
      store: resumable.store,
      finish: (key, size) => this.#counted(() => resumable.finish(key, size)),
    }
  }

  put(key: string, bytes: Readable): Promise<number> {
    return this.#counted(() => this.#storage.put(key, bytes))
  }

  get(key: string, range?: ByteRange): Promise<Readable> {
    return this.#timed(() => this.#storage.get(key, range))
  }

  stat(key: string): Promise<{ readonly size: number } | undefined> {
    return this.#timed(() => this.#storage.stat(key))
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#timed(() => this.#storage.delete(keys))
  }

  room(): Promise<number> {
    return this.#storage.room()
  }

  close(): void {
    this.#storage.close()
  }

  /** An operation that is not answered within SILENT_MS is counted then, as one that failed. */
  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const begunAt = performance.now()
    let isCounted = false
    const count = (hasFailed: boolean) => {
      if (isCounted) return
      isCounted = true
      this.#usage.add('storage.operations')
      this.#usage.add('storage.seconds', (performance.now() - begunAt) / 1000)
      if (hasFailed) this.#usage.add('storage.failures')
    }
    const timer = setTimeout(() => count(true), SILENT_MS)
    timer.unref()
    try {
      const result = await work()
      count(false)
      return result
    } catch (error) {
      count(this.#isOutage(error))
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.#isOutage(error)) this.#usage.add('storage.failures')
      throw error
    }
  }

  /** Whether the store has failed; the error is marked so. */
  #isOutage(error: unknown): boolean {
    if (!(error instanceof StorageError) || error.failure === 'missing') return false
    markOutage(error, { part: 'store of uploads', host: this.#name })
    return true
  }
}
