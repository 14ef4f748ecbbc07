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

/** Calls a listener for each wake-up, on its own connection, and for both when it connects, as earlier ones may be lost. */
export class WakeUpSubscriber {
  readonly #connection: RedisClient

  constructor(redis: RedisClient, onWakeUp: (wakeUp: WakeUp) => void) {
    this.#connection = subscriberOf(redis)
    this.#connection.on('error', () => undefined) // The connection for commands logs errors.
    const channels = new Map(WAKE_UPS.map((wakeUp) => [wakeUpChannel(redis, wakeUp), wakeUp]))
    this.#connection.on('message', (channel) => onWakeUp(channels.get(channel)!))
    this.#connection.on('ready', async () => {
      await this.#connection.subscribe(...channels.keys()).catch(() => undefined)
      for (const wakeUp of WAKE_UPS) onWakeUp(wakeUp)
    })
  }

  close(): void {
    this.#connection.disconnect()
  }
}
