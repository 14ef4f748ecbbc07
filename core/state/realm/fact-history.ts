import type { Seq } from '../../platform/ids.ts'

interface FactChange {
  readonly key: string
  readonly seq: Seq
  /** What was so before it. */
  readonly before: boolean
  readonly at: number
}

/**
 * When what is so or not so turned, within the log's retention: with what is so now it tells what was so at any
 * position, so that a replay is what a listener heard that was there.
 */
export class FactHistory {
  readonly #byKey = new Map<string, FactChange[]>()
  /** All of them, oldest first. */
  #remembered: FactChange[] = []
  #exactFrom = 0 as Seq

  /** How many changes are remembered. */
  get size(): number {
    return this.#remembered.length
  }

  /** `wasAt` knows of positions from this one on. */
  get exactFrom(): Seq {
    return this.#exactFrom
  }

  /** Whether it was so when the entry at `seq` happened; `now` is what is so now. */
  wasAt(key: string, seq: Seq, now: boolean): boolean {
    return this.#byKey.get(key)?.find((change) => change.seq > seq)?.before ?? now
  }

  /** Earlier changes than those after `floor` are not known. */
  beginAt(floor: Seq): void {
    this.#exactFrom = floor
  }

  /** FactHistory are noted in the order of the log. */
  note(key: string, seq: Seq, before: boolean, at = Date.now()): void {
    const change = { key, seq, before, at }
    this.#remembered.push(change)
    const changes = this.#byKey.get(key)
    if (changes === undefined) this.#byKey.set(key, [change])
    else changes.push(change)
  }

  /**
   * Forgets changes from before `time` (milliseconds): the log does not go back to them any more. Returns what no change is
   * known of any more.
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
