import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Storage } from './storage.ts'

/** Longer files are read as they are sent, and are not kept. In bytes. */
export const MAX_SMALL_FILE_BYTES = 64 * 1024
/** After this time a file is read again, so that a deleted file leaves memory. In milliseconds. */
const KEPT_MS = 10 * 60_000
/** Bytes that an entry needs besides its file. */
const ENTRY_BYTES = 300

/**
 * Small files in the memory of a process, such as avatars and thumbnails, so that serving one again reads
 * nothing from the store. A stored file never changes. Callers check permissions before. Holds at most
 * FILE_CACHE_MB; the files that were not served for the longest time leave first.
 */
export class SmallFiles {
  readonly #storage: Storage
  readonly #files: LRUCache<string, Buffer>
  #hits = 0
  #misses = 0

  constructor(storage: Storage, maxBytes: number) {
    this.#storage = storage
    // For the library, 0 means no limit. No file fits into one byte.
    this.#files = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ length }) => ENTRY_BYTES + length,
      ttl: KEPT_MS,
    })
  }

  /** The numbers of files found here and of files that the store had to send, and the size in bytes. */
  figures(): { hits: number; misses: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#files.calculatedSize ?? 0 }
  }

  /** The size of a file in bytes; undefined when it does not exist. */
  async sizeOf(key: string): Promise<number | undefined> {
    return this.#files.get(key)?.length ?? (await this.#storage.stat(key))?.size
  }

  /** The bytes of a file of at most `MAX_SMALL_FILE_BYTES`. Rejects with `missing` when it does not exist. */
  async read(key: string): Promise<Buffer> {
    const known = this.#files.get(key)
    if (known !== undefined) {
      this.#hits++
      return known
    }
    this.#misses++
    const bytes = await buffer(await this.#storage.get(key))
    this.#files.set(key, bytes)
    return bytes
  }
}
