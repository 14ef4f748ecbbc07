import { getOrCreateSet } from '../../core/platform/collections/multimap.ts'
import type { Audience } from '../../core/platform/events/audience.ts'
import type { ChannelId, Seq, UserId } from '../../core/platform/ids.ts'
import type { StateChange } from '../../core/state/realm/changes.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { isAddressed } from './event-access.ts'
import type { QueueSession } from './session.ts'

/**
 * The sessions of one realm at this gateway, indexed by user and by subscribed channel. So the cost of an
 * event to a channel depends on the number of queues that may receive it, not on the number of all queues.
 */
export class AttachedSessions {
  readonly #realm: RealmState
  readonly #byId = new Map<string, QueueSession>()
  readonly #byUser = new Map<UserId, Set<QueueSession>>()
  readonly #byChannel = new Map<ChannelId, Set<QueueSession>>()
  /** The sessions that receive the messages of all public channels. */
  readonly #allPublic = new Set<QueueSession>()

  constructor(realm: RealmState) {
    this.#realm = realm
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): QueueSession | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<QueueSession> {
    return this.#byId.values()
  }

  ofUser(user: UserId): Iterable<QueueSession> {
    return this.#byUser.get(user) ?? []
  }

  add(session: QueueSession): void {
    const { user, allPublicStreams } = session.filter
    this.#byId.set(session.id, session)
    getOrCreateSet(this.#byUser, user).add(session)
    for (const channel of this.#realm.membership.channelsOf(user)) {
      getOrCreateSet(this.#byChannel, channel).add(session)
    }
    if (allPublicStreams) this.#allPublic.add(session)
  }

  /** Removes a session. Does nothing when another session has its id. */
  remove(session: QueueSession): void {
    if (this.#byId.get(session.id) !== session) return
    const { user } = session.filter
    this.#byId.delete(session.id)
    removeFrom(this.#byUser, user, session)
    // Only the user's channels: thousands of clients may leave at once, in an organization of thousands of
    // channels.
    for (const channel of this.#realm.membership.channelsOf(user))
      removeFrom(this.#byChannel, channel, session)
    this.#allPublic.delete(session)
  }

  /** Removes all sessions, whichever channels their users had when they were added. */
  clear(): void {
    this.#byId.clear()
    this.#byUser.clear()
    this.#byChannel.clear()
    this.#allPublic.clear()
  }

  /** Follows a change of the channels' subscribers. */
  updateSubscribers({ left, joined }: Extract<StateChange, { type: '_membership' }>): void {
    for (const { channel, users } of left) {
      for (const user of users)
        for (const session of this.ofUser(user)) removeFrom(this.#byChannel, channel, session)
    }
    for (const { channel, users } of joined) {
      for (const user of users)
        for (const session of this.ofUser(user)) getOrCreateSet(this.#byChannel, channel).add(session)
    }
  }

  /**
   * Returns the sessions whose users are in the audience of an event. `seq`: a position with the state by
   * which that is decided.
   */
  inAudience(audience: Audience, seq: Seq): Iterable<QueueSession> {
    switch (audience.kind) {
      case 'internal':
        return []
      case 'users':
        return audience.ids.flatMap((id) => [...this.ofUser(id)])
      case 'realm':
      case 'members':
        return this.#addressed(this.#byId.values(), audience, seq)
      case 'channel': {
        const subscribed = this.#byChannel.get(audience.id) ?? new Set<QueueSession>()
        if (this.#allPublic.size > 0)
          return this.#addressed(new Set([...subscribed, ...this.#allPublic]), audience, seq)
        return audience.except?.length ? this.#addressed(subscribed, audience, seq) : subscribed
      }
    }
  }

  #addressed(sessions: Iterable<QueueSession>, audience: Audience, seq: Seq): QueueSession[] {
    const realm = this.#realm
    return [...sessions].filter((session) => isAddressed(realm, session.filter, audience, seq))
  }
}

function removeFrom<Key>(sets: Map<Key, Set<QueueSession>>, key: Key, session: QueueSession): void {
  const set = sets.get(key)
  if (set?.delete(session) && set.size === 0) sets.delete(key)
}
