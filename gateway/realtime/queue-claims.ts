import type { Columns } from '../../core/platform/db/statements/row.ts'
import { statement } from '../../core/platform/db/statements/statement.ts'
import type { EventHead } from '../../core/platform/events/entities.ts'
import type { RealmId, Seq, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { badQueue } from '../wire/queue-errors.ts'
import type { EphemeralFeeds } from './ephemeral-feeds.ts'
import { type EventId, eventIdFrom, startedPositionOf } from './event-id.ts'
import type { GatewayNotices } from './gateway-notices.ts'
import { checkQueuesAvailable, throwQueuesUnavailable } from './queue-availability.ts'
import { asksForPolicies } from './queue-narrow.ts'
import { isQueueId, type QueueFilter, type QueueRecords, type TouchedQueue } from './queue-record.ts'
import { isFresh } from './queue-renewal.ts'
import type { Generation, QueueSession } from './session.ts'
import { TopicPolicies } from './topic-policies.ts'

/** The queue of a client and its position in it. */
export interface Cursor {
  readonly queueId: string
  /** -1 for a client without events. */
  readonly lastEventId: number
  /** Name of the browser session with which the client authenticated; undefined for an API key. */
  readonly session: string | undefined
}

/** A queue that this gateway has taken over for a new listener. */
export interface Claim {
  readonly realm: RealmState
  readonly queueId: string
  /** The session of a queue that was claimed fresh. */
  readonly attached: QueueSession | undefined
  readonly filter: QueueFilter
  /** Undefined for a queue that was claimed fresh, and for a narrow that does not ask for them. */
  readonly policies: TopicPolicies | undefined
  readonly cursor: EventId
  readonly generation: Generation
  readonly keyVersion: number
  /** Undefined for a client with an API key. */
  readonly sessionVersion: number | undefined
  readonly browserSession: string | undefined
  /** Unix milliseconds. Earlier ephemeral events have been offered to the client. */
  readonly heardAt: number
  /** Unix milliseconds of the last renewal of the record. */
  readonly renewedAt: number
}

const HEAD = statement('queues.head', 'SELECT seq FROM event_head WHERE realm_id = $1')

/** Returns the session of a queue that this gateway serves. */
type FindSession = (realm: RealmId, queueId: string) => QueueSession | undefined

/** Takes queues over for this gateway. */
export class QueueClaims {
  readonly #core: Core
  readonly #records: QueueRecords
  readonly #ephemerals: EphemeralFeeds
  readonly #notices: GatewayNotices
  readonly #attached: FindSession

  constructor(
    core: Core,
    records: QueueRecords,
    ephemerals: EphemeralFeeds,
    notices: GatewayNotices,
    attached: FindSession,
  ) {
    this.#core = core
    this.#records = records
    this.#ephemerals = ephemerals
    this.#notices = notices
    this.#attached = attached
  }

  /**
   * Takes over a queue that is attached here for a new poll, without Redis: its record is fresh, and a
   * gateway that takes the queue sends a notice. Undefined for any other queue and for a position that this
   * gateway has not seen.
   */
  claimFresh(
    realm: RealmState,
    user: UserRecord,
    { queueId, lastEventId, session }: Cursor,
  ): Claim | undefined {
    const known = this.#attached(realm.id, queueId)
    const cursor = eventIdFrom(lastEventId)
    if (known === undefined || known.filter.user !== user.id || !isFresh(known)) return undefined
    if (startedPositionOf(cursor) > realm.position) return undefined
    return {
      realm,
      queueId: known.id,
      attached: known,
      filter: known.filter,
      policies: undefined,
      cursor,
      generation: known.generation,
      keyVersion: user.keyVersion,
      sessionVersion: session === undefined ? undefined : user.sessionVersion,
      browserSession: session,
      heardAt: known.heardAt,
      renewedAt: known.renewedAt,
    }
  }

  /**
   * Takes a queue over for this gateway and ends its listener at any other one. Throws BAD_EVENT_QUEUE_ID for
   * an unknown queue, for the queue of another user (with the same text, so that it does not reveal that the
   * queue exists) and for a position beyond the log. Throws 503 for a queue that is not attached here while
   * Redis is away.
   */
  async claim(realm: RealmState, user: UserRecord, cursor: Cursor): Promise<Claim> {
    const { queueId, session } = cursor
    if (!isQueueId(queueId)) throw badQueue(queueId)
    // `#touch` checks the owner before it renews the record.
    const from = eventIdFrom(cursor.lastEventId)
    await this.#ephemerals.of(realm.id).ready
    const record = await this.#touch(realm.id, queueId, user.id, from)
    if (record === undefined) throw badQueue(queueId)
    const { filter, formerGateway, head, generation, heardAt } = record
    await this.#checkNotFuture(realm, queueId, from, head)
    const policies = asksForPolicies(filter.narrow)
      ? await TopicPolicies.load(this.#core.db, user.id)
      : undefined
    await this.#notices.send(formerGateway, { realm: realm.id, queueId, why: 'replaced', generation })
    return {
      realm,
      queueId,
      attached: undefined,
      filter,
      policies,
      cursor: from,
      generation,
      keyVersion: user.keyVersion,
      sessionVersion: session === undefined ? undefined : user.sessionVersion,
      browserSession: session,
      heardAt,
      renewedAt: Date.now(),
    }
  }

  /**
   * Reads and renews the record of the user's queue. While Redis is away, a queue that is attached here
   * continues from memory with events from Postgres; its owner was checked when it was attached.
   */
  async #touch(
    realm: RealmId,
    queueId: string,
    user: UserId,
    acknowledged: EventId,
  ): Promise<TouchedQueue | undefined> {
    const attached = () => {
      const session = this.#attached(realm, queueId)
      if (session?.filter.user !== user) return undefined
      return {
        filter: session.filter,
        formerGateway: '',
        head: undefined,
        generation: session.generation,
        heardAt: 0,
      }
    }
    if (!this.#core.isRedisAvailable) {
      const known = attached()
      if (known === undefined) checkQueuesAvailable(this.#core)
      return known
    }
    return this.#records
      .touch(realm, queueId, user, this.#notices.gateway, acknowledged)
      .catch((error: unknown) => attached() ?? throwQueuesUnavailable(this.#core, error))
  }

  /** Throws BAD_EVENT_QUEUE_ID for a cursor beyond the end of the log, which lost the client's events. */
  async #checkNotFuture(
    realm: RealmState,
    queueId: string,
    cursor: EventId,
    head: Seq | undefined,
  ): Promise<void> {
    const position = startedPositionOf(cursor)
    if (position <= realm.position || (head !== undefined && position <= head)) return
    const [row] = await this.#core.db.run<Columns<typeof EventHead, 'seq'>>(HEAD, [realm.id])
    if (row === undefined || position > row.seq) throw badQueue(queueId)
  }
}
