import { expect, test } from 'vitest'
import type { Seq, UserId } from '../../../../core/platform/ids.ts'
import { SendingChanges } from '../../../../core/state/realm/sending-changes.ts'

const entry = (seq: number, event: object, audience = 'c7') => ({
  seq: seq as Seq,
  payload: JSON.stringify(event),
  audience,
})
const message = (seq: number, id: number) => entry(seq, { type: 'message', message: { id, content: 'x' } })
const user = (id: number) => id as UserId

function after(...entries: ReturnType<typeof entry>[]): SendingChanges {
  const changes = new SendingChanges()
  changes.beginAt(10 as Seq)
  for (const each of entries) changes.take(each)
  return changes
}

test.each([
  { type: 'reaction', op: 'add' },
  { type: 'update_message_flags', op: 'add', flag: 'starred' },
  { type: 'update_message', content: 'a text with "propagate_mode": in it' },
  { type: 'drafts', op: 'add' },
])('an event that changes nothing of the next message: %o', (event) => {
  const changes = after(message(11, 5), entry(12, event))
  expect([changes.changedAt, changes.newestMessage, changes.policiesChangedAt(user(1))]).toEqual([10, 5, 10])
})

test.each([
  { type: 'update_message', propagate_mode: 'change_one', orig_subject: 'former' },
  { type: 'delete_message', message_ids: [5] },
  { type: 'stream', op: 'update' },
  { type: 'subscription', op: 'update', property: 'is_muted' },
  { type: '_membership' },
  { type: 'a type of a later version' },
])('an event that may change what the next message needs: %o', (event) => {
  const changes = after(message(11, 5), entry(12, event))
  expect([changes.changedAt, changes.newestMessage, changes.policiesChangedAt(user(1))]).toEqual([12, 0, 12])
})

test("a topic's new policy changes what is known of the users who get it", () => {
  const changes = after(entry(11, { type: 'user_topic' }, 'u1,2'), message(12, 9), message(13, 8))
  expect([1, 2, 3].map((id) => changes.policiesChangedAt(user(id)))).toEqual([11, 11, 10])
  expect([changes.changedAt, changes.newestMessage]).toEqual([10, 9])
})

test('more changed policies than are remembered change what is known of all users', () => {
  const changes = after()
  for (let n = 1; n <= 3; n++) {
    const users = Array.from({ length: 2_000 }, (_, index) => n * 10_000 + index)
    changes.take(entry(10 + n, { type: 'user_topic' }, `u${users.join(',')}`))
  }
  expect([1, 10_000, 30_000].map((id) => changes.policiesChangedAt(user(id)))).toEqual([13, 13, 13])
})

test('a log that goes back is known from there', () => {
  const changes = after(message(11, 5), entry(12, { type: 'user_topic' }, 'u1'))
  changes.beginAt(4 as Seq)
  expect([changes.changedAt, changes.newestMessage, changes.policiesChangedAt(user(1))]).toEqual([4, 0, 4])
})
