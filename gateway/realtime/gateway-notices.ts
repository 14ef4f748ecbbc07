import { randomUUID } from 'node:crypto'
import type { RealmId } from '../../core/platform/ids.ts'
import { type RedisClient, subscriberOf } from '../../core/platform/redis/redis-connection.ts'
import { ENDED_SESSIONS } from '../http/authentication/sessions.ts'
import type { EndReason } from './listener.ts'
import type { Generation } from './session.ts'

/** A message from one gateway to another: a queue that it served was taken over or has ended. */
export interface QueueNotice {
  readonly realm: RealmId
  readonly queueId: string
  readonly why: EndReason
  /** Generation of the new listener; null when the queue ended. */
  readonly generation: Generation | null
}

interface NoticeHandlers {
  queueNotice(notice: QueueNotice): void
  /** A browser session has ended; `name` is its `sessionName`. */
  sessionEnded(name: string): void
}

/**
 * Notices between gateways, by Redis pub/sub. A notice that is lost costs time only: the next renewal finds
 * the same.
 */
export class GatewayNotices {
  /** The id of this gateway. */
  readonly gateway = randomUUID()
  readonly #redis: RedisClient
  readonly #subscriber: RedisClient

  constructor(redis: RedisClient, handlers: NoticeHandlers) {
    this.#redis = redis
    this.#subscriber = subscriberOf(redis)
    this.#subscriber.on('error', () => undefined) // The connection for commands logs errors.
    this.#subscriber.on('message', (channel, text) => {
      if (channel === ENDED_SESSIONS) handlers.sessionEnded(text)
      else handlers.queueNotice(JSON.parse(text) as QueueNotice)
    })
    // Subscribes at each connection, because Redis may be away at the start.
    this.#subscriber.on('ready', () => {
      this.#subscriber.subscribe(channelOf(this.gateway), ENDED_SESSIONS).catch(() => undefined)
    })
  }

  /**
   * Notifies the gateway that has served a queue. Does nothing for no gateway (empty) and for this one. Never
   * rejects.
   */
  async send(gateway: string, notice: QueueNotice): Promise<void> {
    if (gateway === '' || gateway === this.gateway) return
    await this.#redis.publish(channelOf(gateway), JSON.stringify(notice)).catch(() => undefined)
  }

  close(): void {
    this.#subscriber.disconnect()
  }
}

const channelOf = (gateway: string) => `gateway:${gateway}`
