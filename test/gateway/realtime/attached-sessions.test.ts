import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelId, Seq, UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { AttachedSessions } from '../../../gateway/realtime/attached-sessions.ts'
import type { QueueSession } from '../../../gateway/realtime/session.ts'

const CHANNELS = 1_000
const PEOPLE = 300
const EVERYWHERE = 0 as UserId
const NOW = 1 as Seq

/** Person 0 is in every channel, each other person in one. */
function sessionsOf(channelsOf: (user: UserId) => ReadonlySet<ChannelId>) {
  const attached = new AttachedSessions({ membership: { channelsOf } } as unknown as RealmState)
  const sessions = Array.from({ length: PEOPLE }, (_, user) => {
    const filter = { user, allPublicStreams: false }
    return { id: `queue ${user}`, filter } as unknown as QueueSession
  })
  for (const session of sessions) attached.add(session)
  return { attached, sessions }
}

const everyChannel = new Set(Array.from({ length: CHANNELS }, (_, id) => id as ChannelId))
const usual = (user: UserId) =>
  user === EVERYWHERE ? everyChannel : new Set([(user % CHANNELS) as number as ChannelId])

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the sessions that a gateway serves', () => {
  it('looks only at the channels of the user when a session ends', () => {
    const { attached, sessions } = sessionsOf(usual)
    const deletions = vi.spyOn(Set.prototype, 'delete')
    for (const session of sessions.slice(1)) attached.remove(session)
    const count = deletions.mock.calls.length
    deletions.mockRestore()
    expect(count).toBeLessThan(4 * PEOPLE)
    expect(attached.size).toBe(1)
  })

  it('forgets a session in all channels of its user', () => {
    const { attached, sessions } = sessionsOf(usual)
    attached.remove(sessions[0]!)
    for (const id of everyChannel)
      expect([...attached.inAudience({ kind: 'channel', id }, NOW)]).not.toContain(sessions[0])
    expect([...attached.inAudience({ kind: 'channel', id: 7 as ChannelId }, NOW)]).toEqual([sessions[7]])
  })

  it('follows a user who leaves a channel before the session ends', () => {
    const channels = new Map<UserId, Set<ChannelId>>()
    const { attached, sessions } = sessionsOf((user) => {
      if (!channels.has(user)) channels.set(user, new Set(usual(user)))
      return channels.get(user)!
    })
    const [user, channel] = [7 as UserId, 7 as ChannelId]
    channels.get(user)!.delete(channel)
    attached.updateSubscribers({ type: '_membership', joined: [], left: [{ channel, users: [user] }] })
    attached.remove(sessions[7]!)
    expect([...attached.inAudience({ kind: 'channel', id: channel }, NOW)]).toEqual([sessions[0]])
  })

  it('keeps no session after all were removed, although memory has other subscribers by then', () => {
    let isReloaded = false
    const { attached, sessions } = sessionsOf((user) => (isReloaded ? new Set() : usual(user)))
    isReloaded = true
    attached.clear()
    expect(attached.size).toBe(0)
    expect([...attached.inAudience({ kind: 'channel', id: 3 as ChannelId }, NOW)]).toEqual([])
    expect([...attached.ofUser(sessions[3]!.filter.user)]).toEqual([])
  })
})
