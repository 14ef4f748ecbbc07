import { expect, test } from 'vitest'
import type { Seq } from '../../../../core/platform/ids.ts'
import { SendingChanges } from '../../../../core/state/realm/sending-changes.ts'

const entry = (seq: number, event: object) => ({
  seq: seq as Seq,
  payload: JSON.stringify(event),
  audience: 'c7',
})
const message = (seq: number, id: number) => entry(seq, { type: 'message', message: { id, content: 'x' } })

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
])('an event that changes nothing of the next message: %o', (event) => {
  const changes = after(message(11, 5), entry(12, event))
  expect([changes.changedAt, changes.newestMessage]).toEqual([10, 5])
})

test.each([
  { type: 'update_message', propagate_mode: 'change_one', orig_subject: 'former' },
  { type: 'delete_message', message_ids: [5] },
  { type: 'stream', op: 'update' },
  { type: 'subscription', op: 'update', property: 'is_muted' },
  { type: 'drafts', op: 'add' },
  { type: 'user_topic' },
  { type: '_membership' },
  { type: 'a type of a later version' },
])('an event that may change what the next message needs: %o', (event) => {
  const changes = after(message(11, 5), entry(12, event))
  expect([changes.changedAt, changes.newestMessage]).toEqual([12, 0])
})

test('a log that goes back is known from there', () => {
  const changes = after(message(11, 5), entry(12, { type: 'user_topic' }))
  changes.beginAt(4 as Seq)
  expect([changes.changedAt, changes.newestMessage]).toEqual([4, 0])
})
