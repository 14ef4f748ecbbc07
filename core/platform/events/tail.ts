import type { Redis } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { type LogEntry, streamKeys } from './log.ts'

/** What a tail feeds. */
export interface TailReader {
  readonly id: RealmId
  /** Position of the newest entry it knows; the tail reads from the one after it. */
  readonly position: Seq
  /** Entries in order; the reader skips those it knows. */
  take(entries: readonly LogEntry[]): void | Promise<void>
  /** Called while the stream cannot be read: the reader looks into the log itself. */
  catchUp(): Promise<void>
}

const BLOCK_MS = 5_000
const READ_AT_ONCE = 500
const RETRY_MS = 100

/**
 * Follows a realm's stream with one blocking XREAD on a connection of its own, until stopped. While Redis
 * cannot be reached the reader is asked to catch up from Postgres instead: later, but nothing is lost.
 */
export class Tail {
  readonly #connection: Redis
  readonly #reader: TailReader
  #stopped = false

  constructor(redis: Redis, reader: TailReader) {
    this.#connection = redis.duplicate({
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      lazyConnect: true,
      commandTimeout: undefined,
      socketTimeout: 2 * BLOCK_MS,
    })
    this.#connection.on('error', () => undefined) // read() sees it and goes on
    this.#reader = reader
  }

  start(): void {
    void this.#follow()
  }

  stop(): void {
    this.#stopped = true
    this.#connection.disconnect()
  }

  async #follow(): Promise<void> {
    await this.#connection.connect().catch(() => undefined)
    while (!this.#stopped) {
      try {
        const entries = await this.#read()
        if (entries.length > 0) await this.#reader.take(entries)
      } catch {
        if (this.#stopped) return
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
    return (reply?.[0]?.[1] ?? []).map(entryOf)
  }
}

/** A stream entry as Redis gives it: id, then field names and values. */
export function entryOf([id, fields]: [id: string, fields: string[]]): LogEntry {
  return { seq: Number.parseInt(id, 10) as Seq, payload: fields[1]!, audience: fields[3]! }
}
