import type { Redis } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { type LogEntry, streamKeys } from './log.ts'

/** Receives the entries that a `Tail` reads. */
export interface TailReader {
  readonly id: RealmId
  /** Position of the newest entry that the reader has; the tail reads on after it. */
  readonly position: Seq
  /** Takes entries in order, and skips those that the reader has already. */
  take(entries: readonly LogEntry[]): void | Promise<void>
  /** Reads the missing entries from Postgres; the tail calls it while it cannot read the stream. */
  catchUp(): Promise<void>
}

const BLOCK_MS = 5_000
const READ_AT_ONCE = 500
const RETRY_MS = 100

/**
 * Follows a realm's stream with one blocking XREAD at a time on its own connection, until it is stopped. While Redis
 * cannot be reached, the reader catches up from Postgres instead: entries arrive later, and none is lost.
 */
export class Tail {
  readonly #connection: Redis
  readonly #reader: TailReader
  #isStopped = false

  constructor(redis: Redis, reader: TailReader) {
    this.#connection = redis.duplicate({
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      lazyConnect: true,
      commandTimeout: undefined,
      socketTimeout: 2 * BLOCK_MS,
    })
    this.#connection.on('error', () => undefined) // #follow handles the failed read.
    this.#reader = reader
  }

  start(): void {
    void this.#follow()
  }

  stop(): void {
    this.#isStopped = true
    this.#connection.disconnect()
  }

  async #follow(): Promise<void> {
    await this.#connection.connect().catch(() => undefined)
    while (!this.#isStopped) {
      try {
        const entries = await this.#read()
        if (entries.length > 0) await this.#reader.take(entries)
      } catch {
        if (this.#isStopped) return
        await this.#reader.catchUp().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async #read(): Promise<LogEntry[]> {
    const { stream } = streamKeys(this.#reader.id)
    const reply = await this.#connection.xread(
      'COUNT',
      READ_AT_ONCE,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      stream,
      `${this.#reader.position}-0`,
    )
    return (reply?.[0]?.[1] ?? []).map(toLogEntry)
  }
}

/** Returns the log entry of a stream entry, which Redis returns as its id and a list of field names and values. */
export function toLogEntry([id, fields]: [id: string, fields: string[]]): LogEntry {
  return { seq: Number.parseInt(id, 10) as Seq, payload: fields[1]!, audience: fields[3]! }
}
