import type { RealmId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { databaseOf, type RedisClient, subscriberOf } from '../redis-connection.ts'
import { countRedis } from '../round-trips.ts'
import { type Audience, decodeAudience, encodeAudience } from './audience.ts'
import type { EphemeralBody } from './event.ts'

/**
 * An event that is not worth a transaction, such as a typing notification or a change of presence. It has no position
 * and is not in the event log. Redis pub/sub takes it to the gateways that serve the realm; a process that dies or a
 * lost connection loses it, so its sender repeats it (design "Event queues").
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
  await core.redis.publish(channelOf(core.redis, realm), text).catch((error: unknown) => {
    core.log.debug({ err: error, realm }, 'an ephemeral event cannot be published and is lost')
  })
}

/** Receives the ephemeral events of realms, on its own connection. */
export class EphemeralSubscriber {
  readonly #connection: RedisClient
  readonly #listeners = new Map<string, (event: EphemeralEvent) => void>()

  constructor(redis: RedisClient) {
    this.#connection = subscriberOf(redis)
    this.#connection.on('error', () => undefined) // The connection for commands logs errors.
    this.#connection.on('ready', () => void this.#subscribeAll())
    this.#connection.on('message', (channel, text) => {
      this.#listeners.get(channel)?.(parse(text))
    })
  }

  /**
   * Calls `listener` with each event of the realm that is published after this resolves. Without Redis it resolves
   * at once, and the subscription begins when the connection is ready.
   */
  async subscribe(realm: RealmId, listener: (event: EphemeralEvent) => void): Promise<void> {
    this.#listeners.set(channelOf(this.#connection, realm), listener)
    if (this.#connection.status !== 'ready') return
    await this.#connection.subscribe(channelOf(this.#connection, realm)).catch(() => undefined)
  }

  unsubscribe(realm: RealmId): void {
    this.#listeners.delete(channelOf(this.#connection, realm))
    if (this.#connection.status !== 'ready') return
    this.#connection.unsubscribe(channelOf(this.#connection, realm)).catch(() => undefined)
  }

  close(): void {
    this.#listeners.clear()
    this.#connection.disconnect()
  }

  async #subscribeAll(): Promise<void> {
    const channels = [...this.#listeners.keys()]
    if (channels.length > 0) await this.#connection.subscribe(...channels).catch(() => undefined)
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
