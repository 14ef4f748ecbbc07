import { Cluster, type Redis } from 'ioredis'
import type { RealmId, Seq } from '../ids.ts'
import { connectToNodeOf, type RedisClient } from '../redis-connection.ts'
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
  readonly #redis: RedisClient
  readonly #reader: TailReader
  readonly #stream: string
  #connection: Redis | undefined
  #isStopped = false

  constructor(redis: RedisClient, reader: TailReader) {
    this.#redis = redis
    this.#reader = reader
    this.#stream = streamKeys(reader.id).stream
  }

  start(): void {
    void this.#follow()
  }

  stop(): void {
    this.#isStopped = true
    this.#connection?.disconnect()
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#connection ??= await this.#connect()
        const entries = await this.#read(this.#connection)
        if (entries.length > 0) await this.#reader.take(entries)
      } catch {
        if (this.#isStopped) return
        this.#leaveFormerNode()
        await this.#reader.catchUp().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  /** Connects to the server of the stream. Later the connection restores itself. */
  async #connect(): Promise<Redis> {
    const connection = connectToNodeOf(this.#redis, this.#stream, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      commandTimeout: undefined,
      socketTimeout: 2 * BLOCK_MS,
    })
    connection.on('error', () => undefined) // #follow handles the failed read.
    await connection.connect().catch(() => undefined)
    if (this.#isStopped) connection.disconnect()
    return connection
  }

  /** Makes the next read look up the node of a cluster that serves the stream now. */
  #leaveFormerNode(): void {
    if (!(this.#redis instanceof Cluster)) return
    this.#connection?.disconnect()
    this.#connection = undefined
    this.#redis.refreshSlotsCache()
  }

  async #read(connection: Redis): Promise<LogEntry[]> {
    const reply = await connection.xread(
      'COUNT',
      READ_AT_ONCE,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      this.#stream,
      `${this.#reader.position}-0`,
    )
    return (reply?.[0]?.[1] ?? []).map(toLogEntry)
  }
}

/** Returns the log entry of a stream entry, which Redis returns as its id and a list of field names and values. */
export function toLogEntry([id, fields]: [id: string, fields: string[]]): LogEntry {
  return { seq: Number.parseInt(id, 10) as Seq, payload: fields[1]!, audience: fields[3]! }
}
