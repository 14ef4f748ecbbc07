import type { ChannelId, Seq, UserId } from '../ids.ts'
import type { Members } from '../realm/changes.ts'
import { setOf } from '../set-map.ts'

interface Turn {
  /** Channel and user. */
  readonly key: string
  readonly seq: Seq
  readonly joined: boolean
  readonly at: number
}

const NOBODY: ReadonlySet<UserId> = new Set()
const NOWHERE: ReadonlySet<ChannelId> = new Set()

/**
 * Who is subscribed to what in one realm: now, and at any position within the log's retention, so that
 * a replay delivers a channel's event to exactly those who were subscribed when it happened.
 */
export class Membership {
  readonly #byChannel = new Map<ChannelId, Set<UserId>>()
  readonly #byUser = new Map<UserId, Set<ChannelId>>()
  /** The subscribers of channels in their order, since they were last asked for so. */
  readonly #inOrder = new Map<ChannelId, readonly UserId[]>()
  /** Per channel and user, the turns within the retention, oldest first. */
  readonly #turns = new Map<string, Turn[]>()
  /** All of them, oldest first. */
  #remembered: Turn[] = []
  #exactFrom = 0 as Seq

  subscribers(channel: ChannelId): ReadonlySet<UserId> {
    return this.#byChannel.get(channel) ?? NOBODY
  }

  /** The same by id, ascending: the same list until the channel's subscribers change. */
  subscribersInOrder(channel: ChannelId): readonly UserId[] {
    let inOrder = this.#inOrder.get(channel)
    if (inOrder === undefined) {
      inOrder = [...this.subscribers(channel)].sort((a, b) => a - b)
      this.#inOrder.set(channel, inOrder)
    }
    return inOrder
  }

  channelsOf(user: UserId): ReadonlySet<ChannelId> {
    return this.#byUser.get(user) ?? NOWHERE
  }

  has(channel: ChannelId, user: UserId): boolean {
    return this.#byChannel.get(channel)?.has(user) ?? false
  }

  /** `hadAt` knows of entries after this position only. */
  get exactFrom(): Seq {
    return this.#exactFrom
  }

  /** Whether the user was subscribed when the entry at `seq` happened. */
  hadAt(channel: ChannelId, user: UserId, seq: Seq): boolean {
    const next = this.#turns.get(`${channel}:${user}`)?.find((turn) => turn.seq > seq)
    return next === undefined ? this.has(channel, user) : !next.joined
  }

  /** Puts subscriptions in place as a snapshot has them; `remember` all changes after `floor` then. */
  load(rows: Iterable<{ channel: ChannelId; user: UserId }>, floor = 0 as Seq): void {
    for (const { channel, user } of rows) this.#set(channel, user, true)
    this.#exactFrom = floor
  }

  /** Notes a change from before the snapshot: it only tells what was so earlier. */
  remember(seq: Seq, joined: readonly Members[], left: readonly Members[], at = Date.now()): void {
    const note = (joined: boolean) => (channel: ChannelId, user: UserId) =>
      this.#note({ key: `${channel}:${user}`, seq, joined, at })
    this.#each(left, note(false))
    this.#each(joined, note(true))
  }

  /** Moves forward by the change at `seq`. */
  apply(seq: Seq, joined: readonly Members[], left: readonly Members[], at = Date.now()): void {
    this.#each(left, (channel, user) => this.#set(channel, user, false))
    this.#each(joined, (channel, user) => this.#set(channel, user, true))
    this.remember(seq, joined, left, at)
  }

  /** Forgets turns from before `time` (milliseconds): the log does not go back to them any more. */
  forgetBefore(time: number): void {
    const kept = this.#remembered.findIndex((turn) => turn.at >= time)
    const forgotten = this.#remembered.splice(0, kept === -1 ? this.#remembered.length : kept)
    for (const { key, seq } of forgotten) {
      const turns = this.#turns.get(key)!
      turns.shift()
      if (turns.length === 0) this.#turns.delete(key)
      this.#exactFrom = Math.max(this.#exactFrom, seq - 1) as Seq
    }
  }

  #each(members: readonly Members[], visit: (channel: ChannelId, user: UserId) => void): void {
    for (const { channel, users } of members) for (const user of users) visit(channel, user)
  }

  #note(turn: Turn): void {
    this.#remembered.push(turn)
    const turns = this.#turns.get(turn.key)
    if (turns === undefined) this.#turns.set(turn.key, [turn])
    else turns.push(turn)
  }

  #set(channel: ChannelId, user: UserId, member: boolean): void {
    this.#inOrder.delete(channel)
    if (member) {
      setOf(this.#byChannel, channel).add(user)
      setOf(this.#byUser, user).add(channel)
    } else {
      this.#byChannel.get(channel)?.delete(user)
      this.#byUser.get(user)?.delete(channel)
    }
  }
}
