import { EphemeralSubscriber } from '../../core/platform/events/ephemeral.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { EphemeralEntry } from './ephemeral-entry.ts'
import { EphemeralRing } from './ephemeral-ring.ts'

/** Time after which this gateway unsubscribes from a realm without listeners and registrations. */
const IDLE_MS = 60_000

/** The ephemeral events of one realm that arrive at this gateway. */
export class EphemeralFeed {
  readonly ring = new EphemeralRing()
  /** Called with each entry after it was added to the ring. */
  listener: ((entry: EphemeralEntry) => void) | undefined
  /** Resolves when events that are published from then on arrive here. */
  readonly ready: Promise<void>
  lastUse = Date.now()

  constructor(subscriber: EphemeralSubscriber, realm: RealmId) {
    this.ready = subscriber.subscribe(realm, (event) => {
      const entry = new EphemeralEntry(event)
      this.ring.add(entry)
      this.listener?.(entry)
    })
  }
}

/** The ephemeral events of the realms that this gateway serves. */
export class EphemeralFeeds {
  readonly #subscriber: EphemeralSubscriber
  readonly #feeds = new Map<RealmId, EphemeralFeed>()

  constructor(redis: RedisClient) {
    this.#subscriber = new EphemeralSubscriber(redis)
  }

  /** Returns the feed of a realm. The first call subscribes to the realm. */
  of(realm: RealmId): EphemeralFeed {
    let feed = this.#feeds.get(realm)
    if (feed === undefined) {
      feed = new EphemeralFeed(this.#subscriber, realm)
      this.#feeds.set(realm, feed)
    }
    feed.lastUse = Date.now()
    return feed
  }

  dropIdle(): void {
    const oldest = Date.now() - IDLE_MS
    for (const [realm, feed] of this.#feeds) {
      if (feed.listener !== undefined || feed.lastUse > oldest) continue
      this.#subscriber.unsubscribe(realm)
      this.#feeds.delete(realm)
    }
  }

  close(): void {
    this.#subscriber.close()
    this.#feeds.clear()
  }
}
