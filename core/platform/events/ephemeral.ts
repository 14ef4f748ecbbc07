import { Cluster } from 'ioredis'
import type { RealmId } from '../ids.ts'
import type { Logger } from '../log/log.ts'
import { countRedis } from '../log/round-trips.ts'
import { ChannelSubscriber } from '../redis/channel-subscriber.ts'
import { databaseOf, type RedisClient } from '../redis/redis-connection.ts'
import { type Audience, decodeAudience, encodeAudience } from './audience.ts'
import type { EphemeralBody } from './event.ts'

/**
 * An event that is not worth a transaction, such as a typing notification or a change of presence. It has no
 * position and is not in the event log. Redis pub/sub takes it to the gateways that serve the realm; a
 * process that dies or a lost connection loses it, so its sender repeats it (design "Event queues").
 */
export interface EphemeralEvent {
  readonly event: EphemeralBody
  readonly audience: Audience
  /** Length of the published text in characters; it bounds the memory that events use. */
  readonly size: number
}

/** Publishes an event. Never rejects: an event that cannot be published is lost. */
export async function publishEphemeral(
  core: { readonly redis: RedisClient; readonly log: Logger },
  realm: RealmId,
  event: EphemeralBody,
  audience: Audience,
): Promise<void> {
  countRedis(1)
  const text = `${encodeAudience(audience)} ${JSON.stringify(event)}`
  // In a cluster the node of the realm publishes, so that events of a realm arrive in order.
  const publish = core.redis instanceof Cluster ? 'spublish' : 'publish'
  await core.redis[publish](channelOf(core.redis, realm), text).catch((error: unknown) => {
    core.log.debug({ err: error, realm }, 'an ephemeral event cannot be published and is lost')
  })
}

/** Longest time that a caller waits for its subscription. Later events arrive as soon as it has begun. */
const MAX_WAIT_MS = 2_000

/** Receives the ephemeral events of realms, on its own connection to each Redis node. */
export class EphemeralSubscriber {
  readonly #redis: RedisClient
  readonly #subscriber: ChannelSubscriber
  readonly #listeners = new Map<string, (event: EphemeralEvent) => void>()
  /** Called when the subscription of the channel has begun. */
  readonly #waiting = new Map<string, () => void>()

  constructor(redis: RedisClient) {
    this.#redis = redis
    this.#subscriber = new ChannelSubscriber(redis, {
      onMessage: (channel, message) => this.#listeners.get(channel)?.(parse(message.toString())),
      onSubscribed: (channel) => this.#waiting.get(channel)?.(),
    })
  }

  /**
   * Calls `listener` with each event of the realm that is published after this resolves. Without Redis it
   * resolves at once, and the subscription begins when Redis is back.
   */
  async subscribe(realm: RealmId, listener: (event: EphemeralEvent) => void): Promise<void> {
    const channel = channelOf(this.#redis, realm)
    this.#listeners.set(channel, listener)
    const begun = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_WAIT_MS).unref()
      this.#waiting.set(channel, () => {
        clearTimeout(timer)
        resolve()
      })
    })
    this.#subscriber.subscribe(channel)
    if (this.#redis.status === 'ready') await begun
    this.#waiting.delete(channel)
  }

  unsubscribe(realm: RealmId): void {
    const channel = channelOf(this.#redis, realm)
    this.#listeners.delete(channel)
    this.#subscriber.unsubscribe(channel)
  }

  close(): void {
    this.#listeners.clear()
    this.#subscriber.close()
    for (const stopWaiting of this.#waiting.values()) stopWaiting()
    this.#waiting.clear()
  }
}

/** Includes the number of the database, because Redis databases share one space of pub/sub channels. */
const channelOf = (redis: RedisClient, realm: RealmId) => `ephemeral:{realm:${realm}}:${databaseOf(redis)}`

function parse(text: string): EphemeralEvent {
  const space = text.indexOf(' ')
  return {
    audience: decodeAudience(text.slice(0, space)),
    event: JSON.parse(text.slice(space + 1)) as EphemeralBody,
    size: text.length,
  }
}
