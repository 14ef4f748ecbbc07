import { getOrCreateSet } from '../../core/platform/collections/multimap.ts'
import type { RealmFeed } from './feed.ts'
import { MAX_RENEWALS, type QueueRecords } from './queue-record.ts'
import type { QueueSession } from './session.ts'

/**
 * Longest time between two rounds of renewals, so that records with the shortest lifetime are renewed in
 * time.
 */
const ROUND_MS = 10_000
/** Time in which renewals that are due soon are collected. */
const SOON_MS = 1_000
/** Most scripts that are sent to Redis together. */
const SCRIPTS_AT_ONCE = 20
/** A fetch that finds a younger record does not wait for Redis, and an acknowledgement does not renew it. */
const FRESH_MS = 10_000

/**
 * Renews the records of queues: those with a listener after a third of their lifetime, and those that are in
 * use soon after it.
 */
export class QueueRenewal {
  readonly #records: QueueRecords
  readonly #gateway: string
  readonly #feeds: () => Iterable<RealmFeed>
  readonly #timer: NodeJS.Timeout
  readonly #soonMs: number
  #soon = new Map<RealmFeed, Set<QueueSession>>()
  #soonTimer: NodeJS.Timeout | undefined

  /** `gateway` is the id of this gateway, `lifetimeSeconds` the longest lifetime of a queue. */
  constructor(
    records: QueueRecords,
    gateway: string,
    lifetimeSeconds: number,
    feeds: () => Iterable<RealmFeed>,
  ) {
    this.#records = records
    this.#gateway = gateway
    this.#feeds = feeds
    this.#soonMs = Math.min(SOON_MS, lifetimeSeconds * 100)
    const roundMs = Math.min(ROUND_MS, lifetimeSeconds * 150)
    this.#timer = setInterval(() => void this.#renewDue(), roundMs).unref()
  }

  /** Renews the record of a queue together with others, within a second. */
  renewSoon(feed: RealmFeed, session: QueueSession): void {
    getOrCreateSet(this.#soon, feed).add(session)
    this.#soonTimer ??= setTimeout(() => {
      this.#soonTimer = undefined
      const soon = this.#soon
      this.#soon = new Map()
      void this.#renew(soon)
    }, this.#soonMs).unref()
  }

  /** Renews the record of a queue whose client has acknowledged events, unless it is fresh. */
  acknowledged(feed: RealmFeed, session: QueueSession): void {
    if (!isFresh(session)) this.renewSoon(feed, session)
  }

  close(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soonTimer)
  }

  #renewDue(): Promise<void> {
    const now = Date.now()
    const isDue = ({ listener, renewedAt, filter }: QueueSession) =>
      listener !== undefined && renewedAt + (filter.lifetimeSeconds * 1000) / 3 < now
    const due = Array.from(this.#feeds(), (feed) => [feed, [...feed.sessions].filter(isDue)] as const)
    return this.#renew(due)
  }

  async #renew(queues: Iterable<readonly [RealmFeed, Iterable<QueueSession>]>): Promise<void> {
    const scripts: (() => Promise<void>)[] = []
    for (const [feed, iterable] of queues) {
      const sessions = [...iterable]
      while (sessions.length > 0) {
        const some = sessions.splice(-MAX_RENEWALS)
        scripts.push(() => this.#renewTogether(feed, some))
      }
    }
    while (scripts.length > 0) await Promise.all(scripts.splice(-SCRIPTS_AT_ONCE).map((run) => run()))
  }

  async #renewTogether(feed: RealmFeed, sessions: readonly QueueSession[]): Promise<void> {
    const before = sessions.map(({ renewedAt }) => renewedAt)
    for (const session of sessions) session.renewedAt = Date.now()
    const outcomes = await this.#records.renew(feed.record, sessions, this.#gateway).catch(() => undefined)
    for (const [index, session] of sessions.entries()) {
      if (feed.session(session.id) !== session) continue
      const outcome = outcomes?.[index]
      // Redis is away, so the next round tries again.
      if (outcome === undefined) session.renewedAt = before[index]!
      if (outcome === 'gone') feed.detach(session, 'queueGone')
      if (outcome === 'taken') feed.detach(session, 'replaced')
      if (outcome === 'loggedOut') session.end('sessionEnded')
    }
  }
}

/**
 * Whether the record was renewed so lately that it is certainly there, and that another gateway rarely has
 * it.
 */
export const isFresh = ({ renewedAt, filter }: QueueSession): boolean =>
  Date.now() - renewedAt < Math.min(FRESH_MS, (filter.lifetimeSeconds * 1000) / 2)
