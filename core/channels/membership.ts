import type { ChannelId, Seq, UserId } from '../ids.ts'
import type { Members } from '../realm/changes.ts'
import { setOf } from '../set-map.ts'

interface Turn {
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
  /** Per channel and user, the turns within the retention, oldest first. */
  readonly #turns = new Map<string, Turn[]>()

  subscribers(channel: ChannelId): ReadonlySet<UserId> {
    return this.#byChannel.get(channel) ?? NOBODY
  }

  channelsOf(user: UserId): ReadonlySet<ChannelId> {
    return this.#byUser.get(user) ?? NOWHERE
  }

  has(channel: ChannelId, user: UserId): boolean {
    return this.#byChannel.get(channel)?.has(user) ?? false
  }

  /** Whether the user was subscribed when the entry at `seq` happened. */
  hadAt(channel: ChannelId, user: UserId, seq: Seq): boolean {
    const next = this.#turns.get(`${channel}:${user}`)?.find((turn) => turn.seq > seq)
    return next === undefined ? this.has(channel, user) : !next.joined
  }

  /** Puts subscriptions in place as a snapshot has them. */
  load(rows: Iterable<{ channel: ChannelId; user: UserId }>): void {
    for (const { channel, user } of rows) this.#set(channel, user, true)
  }

  /** Notes a change from before the snapshot: it only tells what was so earlier. */
  remember(seq: Seq, joined: readonly Members[], left: readonly Members[], now = Date.now()): void {
    this.#each(left, (channel, user) => this.#turn(channel, user, { seq, joined: false, at: now }))
    this.#each(joined, (channel, user) => this.#turn(channel, user, { seq, joined: true, at: now }))
  }

  /** Moves forward by the change at `seq`. */
  apply(seq: Seq, joined: readonly Members[], left: readonly Members[], now = Date.now()): void {
    this.#each(left, (channel, user) => this.#set(channel, user, false))
    this.#each(joined, (channel, user) => this.#set(channel, user, true))
    this.remember(seq, joined, left, now)
  }

  /** Forgets turns from before `time` (milliseconds): no queue can ask about them any more. */
  forgetBefore(time: number): void {
    for (const [key, turns] of this.#turns) {
      const kept = turns.filter((turn) => turn.at >= time)
      if (kept.length === 0) this.#turns.delete(key)
      else if (kept.length < turns.length) this.#turns.set(key, kept)
    }
  }

  #each(members: readonly Members[], visit: (channel: ChannelId, user: UserId) => void): void {
    for (const { channel, users } of members) for (const user of users) visit(channel, user)
  }

  #turn(channel: ChannelId, user: UserId, turn: Turn): void {
    const key = `${channel}:${user}`
    const turns = this.#turns.get(key)
    if (turns === undefined) this.#turns.set(key, [turn])
    else turns.push(turn)
  }

  #set(channel: ChannelId, user: UserId, member: boolean): void {
    if (member) {
      setOf(this.#byChannel, channel).add(user)
      setOf(this.#byUser, user).add(channel)
    } else {
      this.#byChannel.get(channel)?.delete(user)
      this.#byUser.get(user)?.delete(channel)
    }
  }
}
