import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import { FactHistory } from '../../platform/events/fact-history.ts'
import type { ChannelId, Seq, UserId } from '../../platform/ids.ts'

/** Users of one channel. */
export interface Members {
  readonly channel: ChannelId
  readonly users: readonly UserId[]
}

const NOBODY: ReadonlySet<UserId> = new Set()
const NOWHERE: ReadonlySet<ChannelId> = new Set()

/**
 * The subscriptions of an organization: now, and at any position within the log's retention. A replay
 * therefore delivers a channel's event to exactly the users who were subscribed when it happened.
 */
export class Membership {
  readonly #byChannel = new Map<ChannelId, Set<UserId>>()
  readonly #byUser = new Map<UserId, Set<ChannelId>>()
  /**
   * Channels that users joined or left within the remembered history, whether they are subscribed now or not.
   */
  readonly #turned = new Map<UserId, Set<ChannelId>>()
  /** Cached lists of active subscribers, by channel. */
  readonly #activeInOrder = new Map<ChannelId, readonly UserId[]>()
  /** Deactivated accounts. They keep their subscriptions, but clients do not see them as subscribers. */
  readonly #inactive: Set<UserId>
  #version = 0
  /** The history of subscriptions, and of other facts that decide who sees an event. */
  readonly facts = new FactHistory()

  constructor(inactive = new Set<UserId>()) {
    this.#inactive = inactive
  }

  /**
   * Increases with each change of a list of subscribers, so that derived data of the same version is still
   * valid.
   */
  get version(): number {
    return this.#version
  }

  /** All users with a subscription, including deactivated accounts. */
  subscribers(channel: ChannelId): ReadonlySet<UserId> {
    return this.#byChannel.get(channel) ?? NOBODY
  }

  /**
   * The subscribers that clients see: active people and bots, by id, ascending. Returns the same list until
   * the channel's subscribers change, or one of them is deactivated or reactivated.
   */
  activeSubscribers(channel: ChannelId): readonly UserId[] {
    let inOrder = this.#activeInOrder.get(channel)
    if (inOrder === undefined) {
      inOrder = [...this.subscribers(channel)]
        .filter((user) => !this.#inactive.has(user))
        .sort((a, b) => a - b)
      this.#activeInOrder.set(channel, inOrder)
    }
    return inOrder
  }

  /** Stores whether an account is active. The default is active. */
  setActive(user: UserId, isActive: boolean): void {
    if (this.#inactive.has(user) === !isActive) return
    this.#version++
    if (isActive) this.#inactive.delete(user)
    else this.#inactive.add(user)
    for (const channel of this.channelsOf(user)) this.#activeInOrder.delete(channel)
  }

  channelsOf(user: UserId): ReadonlySet<ChannelId> {
    return this.#byUser.get(user) ?? NOWHERE
  }

  has(channel: ChannelId, user: UserId): boolean {
    return this.#byChannel.get(channel)?.has(user) ?? false
  }

  /** `hadAt` is exact for entries after this position. */
  get exactFrom(): Seq {
    return this.facts.exactFrom
  }

  /** Whether the user was subscribed at position `seq` of the log. */
  hadAt(channel: ChannelId, user: UserId, seq: Seq): boolean {
    return this.facts.wasAt(`${channel}:${user}`, seq, this.has(channel, user))
  }

  /** Whether the two users shared a channel at position `seq` of the log. */
  sharedAt(one: UserId, other: UserId, seq: Seq): boolean {
    const channels = [...this.channelsOf(one), ...(this.#turned.get(one) ?? NOWHERE)]
    return channels.some((channel) => this.hadAt(channel, one, seq) && this.hadAt(channel, other, seq))
  }

  /** Loads subscriptions of a snapshot. Call `remember` for all changes after `floor` then. */
  load(subscriptions: readonly Members[], floor = 0 as Seq): void {
    this.#each(subscriptions, (channel, user) => this.#set(channel, user, true))
    this.facts.beginAt(floor)
  }

  /** Stores a change from before the snapshot in the history. */
  remember(seq: Seq, joined: readonly Members[], left: readonly Members[], at = Date.now()): void {
    const note = (joined: boolean) => (channel: ChannelId, user: UserId) => {
      this.facts.note(`${channel}:${user}`, seq, !joined, at)
      getOrCreateSet(this.#turned, user).add(channel)
    }
    this.#each(left, note(false))
    this.#each(joined, note(true))
  }

  /** Applies the change at `seq`. */
  apply(seq: Seq, joined: readonly Members[], left: readonly Members[], at = Date.now()): void {
    this.#each(left, (channel, user) => this.#set(channel, user, false))
    this.#each(joined, (channel, user) => this.#set(channel, user, true))
    this.remember(seq, joined, left, at)
  }

  /** Forgets the history before `time` (milliseconds). */
  forgetBefore(time: number): void {
    for (const key of this.facts.forgetBefore(time)) {
      const [channel, user] = key.split(':').map(Number) as [ChannelId, UserId]
      const turned = this.#turned.get(user)
      if (turned?.delete(channel) && turned.size === 0) this.#turned.delete(user)
    }
  }

  /** A copy of the current subscriptions with additional subscribers, without history. */
  with(joined: readonly Members[]): Membership {
    const copy = new Membership(this.#inactive)
    for (const [channel, users] of this.#byChannel) copy.#byChannel.set(channel, users)
    for (const [user, channels] of this.#byUser) copy.#byUser.set(user, channels)
    // Copies the changed sets and shares the others.
    for (const { channel, users } of joined) {
      copy.#byChannel.set(channel, new Set(this.subscribers(channel)))
      for (const user of users) copy.#byUser.set(user, new Set(this.channelsOf(user)))
    }
    this.#each(joined, (channel, user) => copy.#set(channel, user, true))
    return copy
  }

  #each(members: readonly Members[], visit: (channel: ChannelId, user: UserId) => void): void {
    for (const { channel, users } of members) for (const user of users) visit(channel, user)
  }

  #set(channel: ChannelId, user: UserId, member: boolean): void {
    this.#version++
    this.#activeInOrder.delete(channel)
    if (member) {
      getOrCreateSet(this.#byChannel, channel).add(user)
      getOrCreateSet(this.#byUser, user).add(channel)
    } else {
      this.#byChannel.get(channel)?.delete(user)
      this.#byUser.get(user)?.delete(channel)
    }
  }
}
