import type { Seq } from '../../core/platform/ids.ts'
import type { FeedEntry } from './feed-entry.ts'

/** The list keeps at most this many entries and bytes. A queue that needs older entries reads the log. */
const MAX_ENTRIES = 4096
const MAX_BYTES = 8 * 1024 * 1024

/** The newest entries of a realm's log, in order and without gaps. */
export class RecentEntries {
  #entries: FeedEntry[] = []
  #bytes = 0

  get length(): number {
    return this.#entries.length
  }

  /** Position of the oldest entry; undefined while there is none. */
  get firstSeq(): Seq | undefined {
    return this.#entries[0]?.seq
  }

  at(index: number): FeedEntry {
    return this.#entries[index]!
  }

  /** Returns the index of the first entry after a position; `length` when there is none. */
  indexAfter(seq: Seq): number {
    const first = this.firstSeq
    return first === undefined ? 0 : Math.max(0, seq - first + 1)
  }

  /** Adds the next entry of the log. Above a limit, drops the older half at once, so that drops are rare. */
  add(entry: FeedEntry): void {
    this.#entries.push(entry)
    this.#bytes += entry.size
    if (this.#entries.length > MAX_ENTRIES || this.#bytes > MAX_BYTES) this.#drop(this.#entries.length >> 1)
  }

  /** Drops the entries that arrived before `time` (Unix milliseconds). */
  dropBefore(time: number): void {
    const kept = this.#entries.findIndex((entry) => entry.at >= time)
    this.#drop(kept === -1 ? this.#entries.length : kept)
  }

  clear(): void {
    this.#entries = []
    this.#bytes = 0
  }

  /** Drops the oldest entries. */
  #drop(count: number): void {
    for (const old of this.#entries.splice(0, count)) this.#bytes -= old.size
  }
}
