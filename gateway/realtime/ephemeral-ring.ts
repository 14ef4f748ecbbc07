import type { EphemeralEntry } from './ephemeral-entry.ts'

/** What is kept for clients between two polls, of one realm: by number, by length and by age. */
const MAX_ENTRIES = 1_000
const MAX_LENGTH = 1024 * 1024
const MAX_AGE_MS = 10_000

/** The newest ephemeral events of a realm, as they came here. */
export class EphemeralRing {
  #entries: EphemeralEntry[] = []
  #length = 0
  /** Entries that have been dropped: entry i of the array is the one numbered `#dropped + i`. */
  #dropped = 0

  /** Number of the entry that comes next. */
  get next(): number {
    return this.#dropped + this.#entries.length
  }

  add(entry: EphemeralEntry): void {
    this.#entries.push(entry)
    this.#length += entry.size
    this.#trim(entry.at)
  }

  /** The entries from a number on, but for those that are too old to be news. */
  from(number: number, now = Date.now()): readonly EphemeralEntry[] {
    this.#trim(now)
    return this.#entries.slice(Math.max(number - this.#dropped, 0))
  }

  /** Number of the first entry that came at a time (milliseconds) or later. */
  numberAt(time: number): number {
    const index = this.#entries.findIndex((entry) => entry.at >= time)
    return index === -1 ? this.next : this.#dropped + index
  }

  #trim(now: number): void {
    let count = 0
    for (const { at, size } of this.#entries) {
      const isOver = this.#entries.length - count > MAX_ENTRIES || this.#length > MAX_LENGTH
      if (!isOver && at >= now - MAX_AGE_MS) break
      this.#length -= size
      count++
    }
    if (count === 0) return
    this.#entries = this.#entries.slice(count)
    this.#dropped += count
  }
}

/** How far a queue has come in the ring: what follows has not been offered to its client. */
export class EphemeralCursor {
  readonly #ring: EphemeralRing
  #next: number

  /** From a time on, in milliseconds. */
  constructor(ring: EphemeralRing, from: number) {
    this.#ring = ring
    this.#next = ring.numberAt(from)
  }

  /** What has not been offered yet; it is not offered again. */
  take(now = Date.now()): readonly EphemeralEntry[] {
    if (this.#next === this.#ring.next) return []
    const entries = this.#ring.from(this.#next, now)
    this.skip()
    return entries
  }

  /** All that has come was offered as it came. */
  skip(): void {
    this.#next = this.#ring.next
  }
}
