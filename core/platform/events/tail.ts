import { countRedis } from '../log/round-trips.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { readAnnouncement } from './announcement.ts'
import { toLogEntry } from './event-stream.ts'
import { type LogEntry, streamKeys } from './log.ts'
import type { TailReader } from './tails.ts'

const READ_AT_ONCE = 500
/** Most bytes of announced entries that wait for one reader. More are read from the stream later. */
const MAX_WAITING_BYTES = 1_048_576

/**
 * Gives one reader the entries of its stream. A reader takes one batch at a time. Short entries that are
 * announced meanwhile wait here; others are read from the stream. So a slow reader delays no other one and
 * costs bounded memory.
 */
export class Tail {
  readonly #redis: RedisClient
  readonly #reader: TailReader
  /** Announced entries that follow those that the reader is taking. */
  #waiting: LogEntry[] = []
  #waitingBytes = 0
  /** Position of the newest entry that was given to the reader or waits. */
  #newest = 0
  /** Whether the stream has entries that were not announced, or were too long to be announced or to wait. */
  #mustRead = false
  #isRunning = false
  #isStopped = false

  constructor(redis: RedisClient, reader: TailReader) {
    this.#redis = redis
    this.#reader = reader
  }

  receive(message: Buffer): void {
    const { first, last, entries } = readAnnouncement(message)
    if (!this.#isRunning) this.#newest = this.#reader.position
    if (last <= this.#newest || this.#mustRead) return
    const follows = first <= this.#newest + 1 && this.#waitingBytes + message.length <= MAX_WAITING_BYTES
    const announced = follows ? entries() : undefined
    if (announced === undefined) this.#mustRead = true
    else {
      this.#waiting.push(...announced)
      this.#waitingBytes += message.length
      this.#newest = last
    }
    void this.#run()
  }

  /** Reads from the stream the entries that the reader lacks. */
  read(): void {
    this.#mustRead = true
    void this.#run()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (!this.#isStopped) {
        if (this.#waiting.length > 0) await this.#reader.take(this.#takeWaiting())
        else if (this.#mustRead) await this.#readPage()
        else return
      }
    } catch {
      // Redis or Postgres is away. If this fails too, the repairer continues.
      this.#mustRead = false
      this.#takeWaiting()
      if (!this.#isStopped) await this.#reader.catchUp().catch(() => undefined)
    } finally {
      this.#isRunning = false
    }
    // The entries that arrived while the reader caught up.
    if (!this.#isStopped && (this.#waiting.length > 0 || this.#mustRead)) void this.#run()
  }

  #takeWaiting(): LogEntry[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    return waiting
  }

  async #readPage(): Promise<void> {
    this.#mustRead = false
    const { stream } = streamKeys(this.#reader.id)
    countRedis(1)
    const from = `${this.#reader.position + 1}-0`
    const found = await this.#redis.xrange(stream, from, '+', 'COUNT', READ_AT_ONCE)
    if (found.length === READ_AT_ONCE) this.#mustRead = true
    if (found.length === 0 || this.#isStopped) return
    const entries = found.map(toLogEntry)
    this.#newest = Math.max(this.#newest, entries.at(-1)!.seq)
    await this.#reader.take(entries)
  }
}
