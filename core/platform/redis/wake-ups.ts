import type { RealmId } from '../ids.ts'
import { databaseOf, type RedisClient, subscriberOf } from './redis-connection.ts'

/**
 * The wake-ups that workers receive: the log of an organization has grown, or something was written that
 * comes due later.
 */
export type WakeUp = 'log' | 'later'
const WAKE_UPS: readonly WakeUp[] = ['log', 'later']

/**
 * The pub/sub channel of a wake-up. Includes the number of the database, because Redis databases share one
 * space of channels. A message may be lost, so listeners also poll rarely.
 */
export const wakeUpChannel = (redis: RedisClient, wakeUp: WakeUp): string =>
  `wake-up:${wakeUp}:${databaseOf(redis)}`

/**
 * Calls a listener for each wake-up, on its own connection, and for both when it connects, as earlier ones
 * may be lost. `realm` is undefined when any organization may have work.
 */
export class WakeUpSubscriber {
  readonly #connection: RedisClient

  constructor(redis: RedisClient, onWakeUp: (wakeUp: WakeUp, realm: RealmId | undefined) => void) {
    this.#connection = subscriberOf(redis)
    this.#connection.on('error', () => undefined) // The connection for commands logs errors.
    const channels = new Map(WAKE_UPS.map((wakeUp) => [wakeUpChannel(redis, wakeUp), wakeUp]))
    this.#connection.on('message', (channel, message) => onWakeUp(channels.get(channel)!, realmOf(message)))
    this.#connection.on('ready', async () => {
      await this.#connection.subscribe(...channels.keys()).catch(() => undefined)
      for (const wakeUp of WAKE_UPS) onWakeUp(wakeUp, undefined)
    })
  }

  close(): void {
    this.#connection.disconnect()
  }
}

/** The organization that a wake-up names; undefined for a wake-up of an older version or for later work. */
const realmOf = (message: string): RealmId | undefined =>
  /^[1-9]\d*$/.test(message) ? (Number(message) as RealmId) : undefined
