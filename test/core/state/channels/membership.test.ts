import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChannelId, Seq, UserId } from '../../../../core/platform/ids.ts'
import type { Members } from '../../../../core/state/channels/membership.ts'
import { Membership } from '../../../../core/state/channels/membership.ts'
import { DEPTH } from '../../../harness/property.ts'

const CHANNELS = [1, 2, 3] as ChannelId[]
const USERS = [10, 11, 12, 13] as UserId[]

/** The users who join and leave at one position; empty for an entry of another kind. */
interface Step {
  readonly toggled: readonly { readonly channel: ChannelId; readonly user: UserId }[]
}

const pair = fc.record({ channel: fc.constantFrom(...CHANNELS), user: fc.constantFrom(...USERS) })
const step: fc.Arbitrary<Step> = fc.record({
  toggled: fc.uniqueArray(pair, { maxLength: 4, selector: ({ channel, user }) => `${channel}:${user}` }),
})

/** The list of subscribers at every position. */
class Naive {
  readonly at: ReadonlySet<string>[] = []

  constructor(initial: ReadonlySet<string>) {
    this.at.push(initial)
  }

  /** Applies a step and appends its entry to the log. */
  step({ toggled }: Step): { joined: Members[]; left: Members[] } {
    const now = new Set(this.at.at(-1))
    const joined: Members[] = []
    const left: Members[] = []
    for (const { channel, user } of toggled) {
      const was = now.delete(`${channel}:${user}`)
      if (!was) now.add(`${channel}:${user}`)
      ;(was ? left : joined).push({ channel, users: [user] })
    }
    this.at.push(now)
    return { joined, left }
  }

  has(seq: number, channel: ChannelId, user: UserId): boolean {
    return this.at[seq]!.has(`${channel}:${user}`)
  }
}

const rows = (set: ReadonlySet<string>) =>
  [...set].map((key) => {
    const [channel, user] = key.split(':').map(Number) as [ChannelId, UserId]
    return { channel, users: [user] }
  })

/** Expects that memory agrees with the model now, and at every position that it knows. */
function expectSame(membership: Membership, naive: Naive): void {
  const newest = naive.at.length - 1
  const [one, other] = USERS as [UserId, UserId]
  for (let seq = membership.exactFrom + 1; seq <= newest; seq++) {
    const shared = CHANNELS.some((channel) => naive.has(seq, channel, one) && naive.has(seq, channel, other))
    expect([seq, membership.sharedAt(one, other, seq as Seq)]).toEqual([seq, shared])
  }
  for (const channel of CHANNELS) {
    const subscribers = USERS.filter((user) => naive.has(newest, channel, user))
    expect([...membership.subscribers(channel)].sort()).toEqual(subscribers)
    for (const user of USERS) {
      expect(membership.has(channel, user)).toBe(naive.has(newest, channel, user))
      expect(membership.channelsOf(user).has(channel)).toBe(naive.has(newest, channel, user))
      for (let seq = membership.exactFrom + 1; seq <= newest; seq++) {
        expect([seq, membership.hadAt(channel, user, seq as Seq)]).toEqual([
          seq,
          naive.has(seq, channel, user),
        ])
      }
    }
  }
}

describe('the subscribers at a position', () => {
  test('are known in a memory that has followed the log', () => {
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: JSON.stringify }), fc.array(step), (initial, steps) => {
        const naive = new Naive(new Set(initial.map(({ channel, user }) => `${channel}:${user}`)))
        const membership = new Membership()
        membership.load(rows(naive.at[0]!), 0 as Seq)
        for (const [n, one] of steps.entries()) {
          const { joined, left } = naive.step(one)
          if (joined.length + left.length > 0) membership.apply((n + 1) as Seq, joined, left)
          expectSame(membership, naive)
        }
      }),
      { numRuns: 60 * DEPTH },
    )
  })

  test('are known in a memory that was loaded later and read the rest of the log', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), fc.nat(), (steps, from, loaded) => {
        const naive = new Naive(new Set())
        const changes = steps.map((step) => naive.step(step))
        const position = (loaded % steps.length) + 1
        const floor = from % (position + 1)
        const membership = new Membership()
        membership.load(rows(naive.at[position]!), floor as Seq)
        for (let seq = floor + 1; seq <= position; seq++) {
          const { joined, left } = changes[seq - 1]!
          membership.remember(seq as Seq, joined, left)
        }
        for (let seq = position + 1; seq <= steps.length; seq++) {
          const { joined, left } = changes[seq - 1]!
          membership.apply(seq as Seq, joined, left)
        }
        expectSame(membership, naive)
      }),
      { numRuns: 200 * DEPTH },
    )
  })

  test('are unknown where the history was dropped, and right everywhere else', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.array(fc.nat(60)), (steps, times) => {
        const naive = new Naive(new Set())
        const membership = new Membership()
        membership.load([], 0 as Seq)
        for (const [n, one] of steps.entries()) {
          const { joined, left } = naive.step(one)
          if (joined.length + left.length > 0) membership.apply((n + 1) as Seq, joined, left, n)
          membership.forgetBefore(n - (times[n] ?? 60))
          expectSame(membership, naive)
        }
        const before = membership.exactFrom
        membership.forgetBefore(Number.POSITIVE_INFINITY)
        expect(membership.exactFrom).toBeGreaterThanOrEqual(before)
        expectSame(membership, naive)
      }),
      { numRuns: 100 * DEPTH },
    )
  })
})

test('leaving and returning at one position changes nothing', () => {
  const membership = new Membership()
  const [channel, user] = [CHANNELS[0]!, USERS[0]!]
  membership.load([{ channel, users: [user] }], 0 as Seq)
  const members = [{ channel, users: [user] }]
  membership.apply(5 as Seq, members, members)
  for (const seq of [1, 4, 5, 6]) expect(membership.hadAt(channel, user, seq as Seq)).toBe(true)
})
