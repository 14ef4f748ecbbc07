import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FlagBit, flagNames, MessageBit } from '../../../core/content/messages/bits.ts'
import type { Seq, UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { FeedEntry } from '../../../gateway/realtime/feed-entry.ts'
import { queueFilter } from '../../harness/queue-filter.ts'

const realm = { users: new Map() } as unknown as RealmState
const USERS = [1, 2, 3, 4]
const some = fc.oneof(fc.constant<number[]>([]), fc.subarray(USERS))
const bits = fc
  .subarray([MessageBit.readBySender, MessageBit.arrivesRead, MessageBit.channelWildcard])
  .map((all) => all.reduce((sum, bit) => sum | bit, 0))

const cases = fc.record({
  sender: fc.constantFrom(...USERS),
  bits,
  mentioned: some,
  topicMentioned: some,
  alerted: some,
  muters: fc.option(some, { nil: undefined }),
  unreadBy: fc.option(some, { nil: undefined }),
  readers: fc.array(fc.record({ user: fc.constantFrom(...USERS), applyMarkdown: fc.boolean() })),
})

test('each client gets the flags of its own user, whoever gets the event before', () => {
  fc.assert(fc.property(cases, (given) => check(given)))
})

function check(given: typeof cases extends fc.Arbitrary<infer Case> ? Case : never): void {
  const message = { id: 1, sender_id: given.sender, type: 'stream', subject: 'x', content: '*x*' }
  const event = {
    ...{ type: 'message', message, _html: '<p>x</p>', _bits: given.bits, _alerted: given.alerted },
    ...{ _mentioned: given.mentioned, _topicMentioned: given.topicMentioned },
    ...{ _muters: given.muters, _unreadBy: given.unreadBy },
  }
  const entry = new FeedEntry({ seq: 1 as Seq, payload: JSON.stringify(event), audience: 'r' })
  for (const { user, applyMarkdown } of given.readers) {
    const [text] = entry.serialiseFor(queueFilter({ user: user as UserId, applyMarkdown }), 'queue', realm)
    const isRead =
      (user === given.sender && (given.bits & MessageBit.readBySender) !== 0) ||
      given.muters?.includes(user) === true ||
      ((given.bits & MessageBit.arrivesRead) !== 0 && given.unreadBy?.includes(user) !== true)
    const own =
      (given.mentioned.includes(user) ? FlagBit.mentioned : 0) |
      (given.topicMentioned.includes(user) ? FlagBit.topicMentioned : 0) |
      (given.alerted.includes(user) ? FlagBit.hasAlertWord : 0)
    const { flags, message: seen } = JSON.parse(text!)
    expect(flags).toEqual(flagNames(isRead, false, own, given.bits))
    expect(seen.content).toBe(applyMarkdown ? '<p>x</p>' : '*x*')
  }
}
