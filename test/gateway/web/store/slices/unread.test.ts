import { expect, test } from 'vitest'
import type { Registration, ServerEvent } from '../../../../../gateway/web/model/wire.ts'
import {
  isUnread,
  type Unread,
  unread,
  unreadConversations,
} from '../../../../../gateway/web/store/slices/unread.ts'

const ME = 5

/** A registration with these unread messages of channel 2, by topic. */
const registration = (topics: Readonly<Record<string, number[]>>, mentions: number[] = []) =>
  ({
    user_id: ME,
    subscriptions: [{ stream_id: 2 }, { stream_id: 3 }],
    unread_msgs: {
      count: 0,
      pms: [],
      huddles: [],
      old_unreads_missing: false,
      mentions,
      streams: Object.entries(topics).map(([topic, ids]) => ({
        stream_id: 2,
        topic,
        unread_message_ids: ids,
      })),
    },
  }) as unknown as Registration

const after = (state: Unread, ...events: object[]): Unread =>
  events.reduce<Unread>((known, event) => unread.apply(known, event as ServerEvent), state)

const sent = (id: number, topic: string, flags: string[] = []) => ({
  type: 'message',
  flags,
  message: { id, type: 'stream', stream_id: 2, subject: topic },
})
const read = (...messages: number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  flag: 'read',
  all: false,
  messages,
})

test('events lead to the state of a new registration', () => {
  const state = after(
    unread.from(registration({ play: [1, 2] })),
    sent(3, 'play', ['mentioned']),
    sent(4, 'masks'),
    sent(5, 'masks', ['read']),
    read(1, 4),
  )
  expect(state).toEqual(unread.from(registration({ play: [2, 3] }, [3])))
})

test('a topic that moves takes its unread messages along, and its mentions stay mentions', () => {
  const moved = { type: 'update_message', message_ids: [1, 2, 9], stream_id: 2, orig_subject: 'play' }
  const state = after(unread.from(registration({ play: [1, 2] }, [2])), { ...moved, subject: 'masks' })
  expect(state).toEqual(unread.from(registration({ masks: [1, 2] }, [2])))
})

test('deleted messages are not unread', () => {
  const state = after(unread.from(registration({ play: [1, 2] })), {
    type: 'delete_message',
    message_ids: [1, 2],
  })
  expect(unreadConversations(state)).toEqual([])
})

test('nothing is unread in a channel that the reader leaves, also after coming back', () => {
  const change = (op: string) => ({ type: 'subscription', op, subscriptions: [{ stream_id: 2 }] })
  const state = after(unread.from(registration({ play: [1, 2], masks: [3] }, [2])), change('remove'))
  expect(unreadConversations(state)).toEqual([])
  expect([...state.mentions]).toEqual([])
  const again = after(state, change('add'), sent(4, 'play'))
  expect(again).toEqual(unread.from(registration({ play: [4] })))
})

test('messages that move to a channel without the reader are read, in another one they stay unread', () => {
  const moved = { type: 'update_message', message_ids: [1, 2], stream_id: 2, orig_subject: 'play' }
  const state = unread.from(registration({ play: [1, 2] }, [2]))
  expect(unreadConversations(after(state, { ...moved, new_stream_id: 9 }))).toEqual([])
  expect(unreadConversations(after(state, { ...moved, new_stream_id: 3 }))).toHaveLength(1)
})

test('topics that differ by case are one conversation', () => {
  const state = after(unread.from(registration({ Play: [1] })), sent(2, 'play'))
  expect(unreadConversations(state).map(({ ids }) => [...ids])).toEqual([[1, 2]])
})

test('messages far apart are read one by one and all at once', () => {
  const state = unread.from(registration({ play: [1, 1023, 1024, 90_000] }))
  const partly = after(state, read(1023, 90_000))
  expect(partly).toEqual(unread.from(registration({ play: [1, 1024] })))
  expect([1, 1023, 1024, 90_000].filter((id) => isUnread(partly, id))).toEqual([1, 1024])
  expect(after(partly, { ...read(), all: true })).toEqual(unread.from(registration({})))
})
