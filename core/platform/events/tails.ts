import type { RealmId, Seq } from '../ids.ts'
import { ChannelSubscriber } from '../redis/channel-subscriber.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { announcementChannel } from './announcement.ts'
import type { LogEntry } from './log.ts'
import { Tail } from './tail.ts'

/** Receives the new entries of a realm's stream. */
export interface TailReader {
  readonly id: RealmId
  /** Position of the newest entry that the reader has. */
  readonly position: Seq
  /** Takes entries in order, and skips those that the reader has already. */
  take(entries: readonly LogEntry[]): void | Promise<void>
  /** Reads the missing entries from Postgres; called when the stream cannot be read. */
  catchUp(): Promise<void>
}

/**
 * Follows the streams of all realms in this process over one connection to each Redis node. The append script
 * publishes the added entries; a reader that misses an announcement reads the stream at the next one. When no
 * announcement arrives, the repairer brings the reader up to date from Postgres, so nothing depends on
 * pub/sub but the latency.
 */
export class Tails {
  readonly #redis: RedisClient
  readonly #tails = new Map<string, Tail>()
  readonly #subscriber: ChannelSubscriber

  /** `checkEveryMs`: time between two signs of life that each connection asks for. */
  constructor(redis: RedisClient, checkEveryMs?: number) {
    this.#redis = redis
    this.#subscriber = new ChannelSubscriber(redis, {
      checkEveryMs,
      onMessage: (channel, message) => this.#tails.get(channel)?.receive(message),
      // Entries that were appended before the subscription were not announced to this process.
      onSubscribed: (channel) => this.#tails.get(channel)?.read(),
    })
  }

  /** Gives the reader every entry after its position, until `unfollow`. A realm has one reader. */
  follow(reader: TailReader): void {
    const channel = announcementChannel(this.#redis, reader.id)
    this.#tails.set(channel, new Tail(this.#redis, reader))
    this.#subscriber.subscribe(channel)
  }

  unfollow({ id }: Pick<TailReader, 'id'>): void {
    const channel = announcementChannel(this.#redis, id)
    this.#tails.get(channel)?.stop()
    this.#tails.delete(channel)
    this.#subscriber.unsubscribe(channel)
  }

  close(): void {
    this.#subscriber.close()
    for (const tail of this.#tails.values()) tail.stop()
    this.#tails.clear()
  }
}
