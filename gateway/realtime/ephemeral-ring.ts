import type { EphemeralEntry } from './ephemeral-entry.ts'

/** Limits of a realm's ring, which keeps ephemeral events for clients that are between two polls. */
const MAX_ENTRIES = 1_000
const MAX_LENGTH = 1024 * 1024
const MAX_AGE_MS = 10_000

/** The newest ephemeral events of a realm, in the order of their arrival at this gateway. */
export class EphemeralRing {
  #entries: EphemeralEntry[] = []
  #length = 0
  /** Number of dropped entries. Entry i of the array has the number `#dropped + i`. */
  #dropped = 0

  /** Number of the next entry. */
  get next(): number {
    return this.#dropped + this.#entries.length
  }

  add(entry: EphemeralEntry): void {
    this.#entries.push(entry)
    this.#length += entry.size
    this.#trim(entry.at)
  }

  /** Returns the entries from a number on, without those that are too old. */
  from(number: number, now = Date.now()): readonly EphemeralEntry[] {
    this.#trim(now)
    return this.#entries.slice(Math.max(number - this.#dropped, 0))
  }

  /** Returns the number of the first entry that arrived at `time` (Unix milliseconds) or later. */
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

/** The position of a queue in the ring. Entries from there on have not been offered to its client. */
export class EphemeralCursor {
  readonly #ring: EphemeralRing
  #next: number

  /** Begins with the entries that arrived at `from` (Unix milliseconds) or later. */
  constructor(ring: EphemeralRing, from: number) {
    this.#ring = ring
    this.#next = ring.numberAt(from)
  }

  /** Returns the entries that have not been offered, and moves past them. */
  take(now = Date.now()): readonly EphemeralEntry[] {
    if (this.#next === this.#ring.next) return []
    const entries = this.#ring.from(this.#next, now)
    this.skip()
    return entries
  }

  /** Moves past all entries, because they were offered when they arrived. */
  skip(): void {
    this.#next = this.#ring.next
  }
}
