import { randomBytes } from 'node:crypto'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { countRedis } from '../../core/platform/log/round-trips.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'

/** Seconds in which a ticket must be used. */
export const TICKET_SECONDS = 30

/** The user and the queue of a ticket. */
export interface TicketHolder {
  readonly user: UserId
  /** The version of the user's API key: regenerating the key invalidates the ticket. */
  readonly keyVersion: number
  /** The version of the user's sessions, if a session requested the ticket. */
  readonly sessionVersion?: number
  /** Name (`sessionName`) of that session. */
  readonly session?: string
  readonly queueId: string
}

/**
 * One-time tickets that open a WebSocket for clients that cannot send an Authorization header, such as
 * browsers. They are in Redis, so any gateway redeems the tickets of all others.
 */
export class Tickets {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  async issue(realm: RealmId, holder: TicketHolder): Promise<string> {
    const ticket = randomBytes(24).toString('base64url')
    countRedis(1)
    await this.#redis.set(ticketKey(realm, ticket), JSON.stringify(holder), 'EX', TICKET_SECONDS)
    return ticket
  }

  /**
   * Uses a ticket up and returns its holder. Undefined for a forged, used or expired ticket, and for another
   * queue's.
   */
  async redeem(realm: RealmId, ticket: string, queueId: string): Promise<TicketHolder | undefined> {
    if (!/^[\w-]{32}$/.test(ticket)) return undefined
    countRedis(1)
    const found = await this.#redis.getdel(ticketKey(realm, ticket))
    if (found === null) return undefined
    const holder = JSON.parse(found) as TicketHolder
    return holder.queueId === queueId ? holder : undefined
  }
}

const ticketKey = (realm: RealmId, ticket: string) => `ticket:{realm:${realm}}:${ticket}`
