import type { LogEntry } from './log.ts'

/** How many of the newest entries are remembered. */
export const RECENT_ENTRIES = 16

/**
 * The newest entries that a process has applied, as a hash of each. They show when a log has other entries at
 * the same positions, because Postgres lost the former ones and has given their positions again.
 */
export class RecentEntries {
  readonly #hashes = new Int32Array(RECENT_ENTRIES)
  /** Position of the newest entry. */
  #newest = 0
  #count = 0

  /** Adds an entry. One that does not follow the newest makes this forget the others. */
  add(entry: LogEntry): void {
    this.#count = entry.seq === this.#newest + 1 ? Math.min(this.#count + 1, RECENT_ENTRIES) : 1
    this.#newest = entry.seq
    this.#hashes[entry.seq % RECENT_ENTRIES] = hashOf(entry)
  }

  clear(): void {
    this.#count = 0
  }

  /**
   * Whether one of the entries is not the one that was added at its position. Positions that are not
   * remembered do not count.
   */
  differFrom(entries: readonly LogEntry[]): boolean {
    return entries.some(
      (entry) => this.#has(entry.seq) && this.#hashes[entry.seq % RECENT_ENTRIES] !== hashOf(entry),
    )
  }

  #has(seq: number): boolean {
    return seq <= this.#newest && seq > this.#newest - this.#count
  }
}

/** FNV-1a, which is quick for short texts and needs no object. */
function hashOf({ payload, audience }: LogEntry): number {
  return addTo(addTo(0x811c9dc5, payload), audience) | 0
}

function addTo(hash: number, text: string): number {
  let sum = hash
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum
}
