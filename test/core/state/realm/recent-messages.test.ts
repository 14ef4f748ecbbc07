import { describe, expect, test } from 'vitest'
import type { ChannelId, Seq, UserId } from '../../../../core/platform/ids.ts'
import { Membership } from '../../../../core/state/channels/membership.ts'
import { RecentMessages } from '../../../../core/state/realm/recent-messages.ts'

const ME = 1 as UserId
const CHANNEL = 7 as ChannelId
const at = (seq: number) => seq as Seq
const membership = new Membership()
membership.load([{ channel: CHANNEL, users: [ME] }])

const message = (seq: number, audience: string) => ({
  seq: at(seq),
  payload: JSON.stringify({ type: 'message', message: { id: seq * 10, content: '"id":5' } }),
  audience,
})

describe('recent messages', () => {
  test('tell the newest that a user received after a position', () => {
    const recent = new RecentMessages()
    recent.take(message(1, 'c7'))
    recent.take(message(2, 'u1,2'))
    recent.take(message(3, 'c8'))
    recent.take(message(4, 'u2'))
    expect(recent.newestOf(ME, at(0), membership)).toBe(20)
    expect(recent.newestOf(ME, at(1), membership)).toBe(20)
    expect(recent.newestOf(ME, at(2), membership)).toBeUndefined()
  })

  test('are forgotten when a message is deleted or moved to another channel, and not when one is edited', () => {
    const recent = new RecentMessages()
    recent.take(message(1, 'c7'))
    recent.take({ seq: at(2), payload: '{"type":"update_message","content":"x"}', audience: 'c7' })
    expect([recent.from, recent.newestOf(ME, at(0), membership)]).toEqual([0, 10])
    recent.take({ seq: at(3), payload: '{"type":"update_message","new_stream_id":8}', audience: 'c7' })
    expect([recent.from, recent.newestOf(ME, at(0), membership)]).toEqual([3, undefined])
    recent.take(message(4, 'c7'))
    recent.take({ seq: at(5), payload: '{"type":"delete_message","message_id":40}', audience: 'c7' })
    expect([recent.from, recent.newestOf(ME, at(0), membership)]).toEqual([5, undefined])
  })

  test('are bounded, and complete after `from`', () => {
    const recent = new RecentMessages()
    for (let seq = 1; seq <= 5_000; seq++) {
      recent.take(message(seq, seq % 100 === 0 ? 'c7' : 'c8'))
      expect(seq - recent.from).toBeLessThanOrEqual(1_000)
      if (seq > 1_000) expect(seq - recent.from).toBeGreaterThanOrEqual(400)
    }
    const first = Math.ceil((recent.from + 1) / 100) * 100
    expect(recent.newestOf(ME, at(first - 1), membership)).toBe(50_000)
    expect(recent.newestOf(ME, at(4_999), membership)).toBe(50_000)
  })

  test('begin anew when the log goes back', () => {
    const recent = new RecentMessages()
    recent.take(message(9, 'c7'))
    recent.beginAt(at(4))
    expect([recent.from, recent.newestOf(ME, at(0), membership)]).toEqual([4, undefined])
  })
})
