import type { Redis } from 'ioredis'
import { EphemeralSubscriber } from '../../core/platform/events/ephemeral.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { EphemeralEntry } from './ephemeral-entry.ts'
import { EphemeralRing } from './ephemeral-ring.ts'

/** A realm that nobody listens to and nobody registered with for this time is not heard of any more. */
const IDLE_MS = 60_000

/** The ephemeral events of one realm as they come to this gateway. */
export class EphemeralFeed {
  readonly ring = new EphemeralRing()
  /** Hears of each after it is in the ring. */
  listener: ((entry: EphemeralEntry) => void) | undefined
  /** Resolves when what is published from then on comes here. */
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

/** The ephemeral events of the realms this gateway serves. */
export class EphemeralFeeds {
  readonly #subscriber: EphemeralSubscriber
  readonly #feeds = new Map<RealmId, EphemeralFeed>()

  constructor(redis: Redis) {
    this.#subscriber = new EphemeralSubscriber(redis)
  }

  /** The realm's, which is heard of from the first call on. */
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
