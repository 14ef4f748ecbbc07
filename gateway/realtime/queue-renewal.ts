import type { RealmFeed } from './feed.ts'
import type { QueueRecords } from './queue-record.ts'
import type { QueueSession } from './session.ts'

/** Longest time between two rounds of renewals, so that records with the shortest lifetime are renewed in time. */
const ROUND_MS = 10_000
/** Most renewals that are sent to Redis together. */
const RENEWALS_AT_ONCE = 500
/** An acknowledgement renews the record when it is older than this. */
const ACKNOWLEDGED_RECORD_MS = 10_000

/** Renews the records of queues with a listener, after a third of their lifetime. */
export class QueueRenewal {
  readonly #records: QueueRecords
  readonly #gateway: string
  readonly #feeds: () => Iterable<RealmFeed>
  readonly #timer: NodeJS.Timeout

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
    const roundMs = Math.min(ROUND_MS, lifetimeSeconds * 150)
    this.#timer = setInterval(() => void this.#renewDue(), roundMs).unref()
  }

  /** Renews the record of a queue whose client has acknowledged events, when it is due. */
  acknowledged(feed: RealmFeed, session: QueueSession): void {
    if (session.renewedAt + ACKNOWLEDGED_RECORD_MS < Date.now()) void this.#renew(feed, session)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #renewDue(): Promise<void> {
    const now = Date.now()
    const due: (() => Promise<void>)[] = []
    for (const feed of this.#feeds()) {
      for (const session of feed.sessions) {
        const { listener, renewedAt, filter } = session
        if (listener !== undefined && renewedAt + (filter.lifetimeSeconds * 1000) / 3 < now)
          due.push(() => this.#renew(feed, session))
      }
    }
    while (due.length > 0) await Promise.all(due.splice(-RENEWALS_AT_ONCE).map((renew) => renew()))
  }

  async #renew(feed: RealmFeed, session: QueueSession): Promise<void> {
    const { renewedAt } = session
    session.renewedAt = Date.now()
    const outcome = await this.#records.renew(feed.realm, session, this.#gateway).catch(() => undefined)
    if (outcome === undefined) session.renewedAt = renewedAt // Redis is away, so the next round tries again.
    if (outcome === 'gone') feed.detach(session, 'queueGone')
    if (outcome === 'taken') feed.detach(session, 'replaced')
    if (outcome === 'loggedOut') session.end('sessionEnded')
  }
}
