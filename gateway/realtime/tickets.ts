import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { countRedis } from '../../core/platform/round-trips.ts'

/** Seconds in which a ticket must be used. */
export const TICKET_SECONDS = 30

/** Whom a ticket lets in, and to what. */
export interface TicketHolder {
  readonly user: UserId
  /** Of the API key that asked for it: regenerating the key makes the ticket void. */
  readonly keyVersion: number
  /** Likewise of the user's sessions, when a session asked for it; and which one, by name. */
  readonly sessionVersion?: number
  readonly session?: string
  readonly queueId: string
}

/**
 * One-time tickets that open a WebSocket where no Authorization header can be sent, as in browsers. They live
 * in Redis: any gateway redeems what another issued, once.
 */
export class Tickets {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async issue(realm: RealmId, holder: TicketHolder): Promise<string> {
    const ticket = randomBytes(24).toString('base64url')
    countRedis(1)
    await this.#redis.set(ticketKey(realm, ticket), JSON.stringify(holder), 'EX', TICKET_SECONDS)
    return ticket
  }

  /** Whose ticket it was; undefined for a forged, used or expired one and for another queue's. It is used then. */
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
