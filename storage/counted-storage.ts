import type { Readable } from 'node:stream'
import { markOutage } from '../core/platform/log/outage.ts'
import type { Usage } from '../core/platform/processes/usage.ts'
import { type ByteRange, type ResumableBytes, type Storage, StorageError } from './storage.ts'

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
      this.abortUploads = (before) => this.#timed(() => storage.abortUploads!(before))
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

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const begunAt = performance.now()
    try {
      return await this.#counted(work)
    } finally {
      this.#usage.add('storage.operations')
      this.#usage.add('storage.seconds', (performance.now() - begunAt) / 1000)
    }
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StorageError && error.failure !== 'missing') {
        this.#usage.add('storage.failures')
        markOutage(error, { part: 'store of uploads', host: this.#name })
      }
      throw error
    }
  }
}
