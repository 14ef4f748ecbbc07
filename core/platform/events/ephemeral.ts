import type { Redis } from 'ioredis'
import type { RealmId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { countRedis } from '../round-trips.ts'
import { type Audience, decodeAudience, encodeAudience } from './audience.ts'
import type { EphemeralBody } from './event.ts'

/**
 * Events that are not worth a transaction: who types, who comes online. They are in no log and have no
 * position; Redis pub/sub takes them to the gateways that serve the realm. One that a dead process or a
 * lost connection drops is gone (design "Event queues"): whoever tells of them repeats them.
 */
export interface EphemeralEvent {
  readonly event: EphemeralBody
  readonly audience: Audience
  /** Length of its text, to bound what is kept. */
  readonly size: number
}

/** Never rejects: what cannot be published is lost. */
export async function publishEphemeral(
  core: { readonly redis: Redis; readonly log: Logger },
  realm: RealmId,
  event: EphemeralBody,
  audience: Audience,
): Promise<void> {
  countRedis(1)
  const text = `${encodeAudience(audience)} ${JSON.stringify(event)}`
  await core.redis.publish(channelOf(core.redis, realm), text).catch((error: unknown) => {
    core.log.debug({ err: error, realm }, 'an ephemeral event is lost')
  })
}

/** Hears the ephemeral events of realms, on a connection of its own. */
export class EphemeralSubscriber {
  readonly #connection: Redis
  readonly #listeners = new Map<string, (event: EphemeralEvent) => void>()

  constructor(redis: Redis) {
    this.#connection = redis.duplicate({ autoResubscribe: false })
    this.#connection.on('error', () => undefined) // the commands' connection tells of it
    this.#connection.on('ready', () => void this.#subscribeAll())
    this.#connection.on('message', (channel, text) => {
      this.#listeners.get(channel)?.(parse(text))
    })
  }

  /**
   * Every event of the realm that is published after this resolves goes to `listener`. It resolves without
   * Redis too: the subscription follows when the connection does.
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

/** Pub/sub knows no databases: those of one Redis are told apart here. */
const channelOf = ({ options }: Redis, realm: RealmId) => `ephemeral:{realm:${realm}}:${options.db ?? 0}`

function parse(text: string): EphemeralEvent {
  const space = text.indexOf(' ')
  return {
    audience: decodeAudience(text.slice(0, space)),
    event: JSON.parse(text.slice(space + 1)) as EphemeralBody,
    size: text.length,
  }
}
