import type { Seq } from '../ids.ts'

interface FactChange {
  readonly key: string
  readonly seq: Seq
  /** The value before the change. */
  readonly before: boolean
  readonly at: number
}

/**
 * History of boolean facts within the log's retention. With the current values it returns the values at an
 * earlier position, so that a replay delivers the same as to a listener at that time.
 */
export class FactHistory {
  readonly #byKey = new Map<string, FactChange[]>()
  /** All changes, oldest first. */
  #remembered: FactChange[] = []
  #exactFrom = 0 as Seq

  /** The number of remembered changes. */
  get size(): number {
    return this.#remembered.length
  }

  /** The first position for which `wasAt` is exact. */
  get exactFrom(): Seq {
    return this.#exactFrom
  }

  /** Whether the fact was true at position `seq`; `now` is its current value. */
  wasAt(key: string, seq: Seq, now: boolean): boolean {
    return this.#byKey.get(key)?.find((change) => change.seq > seq)?.before ?? now
  }

  /** Declares that changes before `floor` are unknown. */
  beginAt(floor: Seq): void {
    this.#exactFrom = floor
  }

  /** Stores a change. Call it in the order of the log. */
  note(key: string, seq: Seq, before: boolean, at = Date.now()): void {
    const change = { key, seq, before, at }
    this.#remembered.push(change)
    const changes = this.#byKey.get(key)
    if (changes === undefined) this.#byKey.set(key, [change])
    else changes.push(change)
  }

  /**
   * Forgets changes from before `time` (milliseconds), which the log no longer contains. Returns the facts
   * without any remembered change.
   */
  forgetBefore(time: number): string[] {
    const oldest = this.#remembered[0]
    if (oldest === undefined || oldest.at >= time) return []
    const over: string[] = []
    const kept = this.#remembered.findIndex((change) => change.at >= time)
    const forgotten = this.#remembered.splice(0, kept === -1 ? this.#remembered.length : kept)
    for (const { key, seq } of forgotten) {
      const changes = this.#byKey.get(key)!
      changes.shift()
      if (changes.length === 0) {
        this.#byKey.delete(key)
        over.push(key)
      }
      this.#exactFrom = Math.max(this.#exactFrom, seq - 1) as Seq
    }
    return over
  }
}
