import { expect, test } from 'vitest'
import type { Message, ServerEvent } from '../../../../../gateway/web/model/wire.ts'
import { MOST_MESSAGES, Recent } from '../../../../../gateway/web/store/state/recent.ts'

const ME = 10
const message = (id: number, topic: string, sender = 1): Message =>
  ({ id, type: 'stream', stream_id: 5, subject: topic, sender_id: sender, flags: [] }) as never
const direct = (id: number, sender: number, ...people: number[]): Message =>
  ({
    id,
    type: 'private',
    sender_id: sender,
    display_recipient: people.map((person) => ({ id: person })),
    flags: [],
  }) as never
const event = (fields: object) => fields as ServerEvent
const shown = (recent: Recent) =>
  recent.conversations.value.map(({ conversation, newest, participants }) => [
    conversation.kind === 'topic'
      ? `${conversation.channel} ${conversation.topic}`
      : conversation.people.join(),
    newest,
    participants,
  ])

function filled(...messages: Message[]): Recent {
  const recent = new Recent(ME)
  recent.status.value = 'ready'
  recent.add(messages)
  return recent
}

test('each conversation has its newest message and its writers, the last one first', () => {
  const recent = filled(
    message(1, 'tides', 2),
    message(2, 'Tides', 3),
    direct(3, 7, 7, ME),
    message(4, 'tides', 2),
  )
  expect(shown(recent)).toEqual([
    ['5 tides', 4, [2, 3]],
    ['7', 3, [7]],
  ])
  expect(recent.oldest).toBe(1)
})

test('older messages fetched later add conversations and writers, and change nothing newer', () => {
  const recent = filled(message(10, 'tides', 2))
  recent.add([message(1, 'sand', 4), message(3, 'tides', 5)])
  expect(shown(recent)).toEqual([
    ['5 tides', 10, [2, 5]],
    ['5 sand', 1, [4]],
  ])
  expect(recent.oldest).toBe(1)
})

test('a message that arrives puts its conversation first', () => {
  const recent = filled(message(1, 'tides'), message(2, 'sand'))
  recent.apply(event({ type: 'message', message: message(3, 'tides', 9), flags: [] }))
  expect(shown(recent)[0]).toEqual(['5 tides', 3, [9, 1]])
})

test('moved messages leave their topic, and are in the other one', () => {
  const recent = filled(message(1, 'tides'), message(2, 'tides', 3), message(3, 'sand'))
  recent.apply(
    event({
      type: 'update_message',
      stream_id: 5,
      message_ids: [2, 99],
      subject: 'sand',
      orig_subject: 'tides',
    }),
  )
  expect(shown(recent)).toEqual([
    ['5 sand', 3, [1, 3]],
    ['5 tides', 1, [1]],
  ])
  recent.apply(event({ type: 'update_message', stream_id: 5, message_ids: [1], new_stream_id: 6 }))
  expect(shown(recent)[1]).toEqual(['6 tides', 1, [1]])
})

test('a conversation without messages disappears, and one shows what is then its newest', () => {
  const recent = filled(message(1, 'tides'), message(2, 'tides', 3), message(3, 'sand'))
  recent.apply(event({ type: 'delete_message', message_ids: [2, 3] }))
  expect(shown(recent)).toEqual([['5 tides', 1, [1]]])
})

test('a subscription forgets everything, and what was asked for before is of another round', () => {
  const recent = filled(message(1, 'tides'))
  const { round } = recent
  recent.apply(event({ type: 'subscription', op: 'add', subscriptions: [] }))
  expect([recent.status.value, shown(recent), recent.round === round]).toEqual(['new', [], false])
})

test('the number of kept messages is bounded: the oldest go, and can be loaded again', () => {
  const recent = new Recent(ME)
  recent.status.value = 'ready'
  recent.hasOldest.value = true
  recent.add(Array.from({ length: MOST_MESSAGES }, (_, n) => message(n + 1, `topic ${n % 7}`)))
  expect(recent.isFull).toBe(true)
  recent.apply(event({ type: 'message', message: message(MOST_MESSAGES + 1, 'newest'), flags: [] }))
  expect(recent.size).toBeLessThanOrEqual(MOST_MESSAGES)
  expect(recent.oldest).toBeGreaterThan(1)
  expect(recent.hasOldest.value).toBe(false)
  expect(shown(recent)[0]).toEqual(['5 newest', MOST_MESSAGES + 1, [1]])
})
