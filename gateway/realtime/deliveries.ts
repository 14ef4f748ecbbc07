import type { FeedEntry } from './feed-entry.ts'
import type { QueueSession } from './session.ts'

/** Sessions that receive their events in one turn of the event loop: some 20 milliseconds. */
export const SESSIONS_A_TURN = 2_000

/**
 * The sessions of a feed that were offered events. They receive them after all entries that arrived together
 * were offered, in the order in which they were added. Other work has its turn after each `sessionsATurn`
 * sessions.
 */
export class Deliveries {
  /** Called with the time by `performance.now()`, which is read once for all sessions of a turn. */
  readonly #deliver: (session: QueueSession, now: number) => void
  readonly #sessionsATurn: number
  #sessions: QueueSession[] = []
  /**
   * Entries that were offered since the current round began. Sessions of this round and the next may have
   * them.
   */
  #entries: FeedEntry[] = []
  #isRunning = false

  constructor(deliver: (session: QueueSession, now: number) => void, sessionsATurn: number) {
    this.#deliver = deliver
    this.#sessionsATurn = sessionsATurn
  }

  /** Delivers to the session soon. Call it once for each batch of the session. */
  add(session: QueueSession): void {
    this.#sessions.push(session)
    if (this.#isRunning) return
    this.#isRunning = true
    queueMicrotask(() => this.#beginRound())
  }

  /** Frees the shared texts of an entry once all sessions that were offered it have received it. */
  releaseAfter(entry: FeedEntry): void {
    if (this.#isRunning) this.#entries.push(entry)
    else entry.releaseShared()
  }

  #beginRound(): void {
    const sessions = this.#sessions
    const entries = this.#entries
    this.#sessions = []
    this.#entries = []
    this.#continueRound(sessions, 0, entries)
  }

  #continueRound(sessions: readonly QueueSession[], from: number, entries: readonly FeedEntry[]): void {
    const to = Math.min(from + this.#sessionsATurn, sessions.length)
    const now = performance.now()
    for (let index = from; index < to; index++) this.#deliver(sessions[index]!, now)
    if (to < sessions.length) {
      setImmediate(() => this.#continueRound(sessions, to, entries))
      return
    }
    for (const entry of entries) entry.releaseShared()
    this.#isRunning = this.#sessions.length > 0 || this.#entries.length > 0
    if (this.#isRunning) setImmediate(() => this.#beginRound())
  }
}
