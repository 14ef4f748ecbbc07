import { expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { messageEventsDuring } from '../messages/message-events.ts'
import { as, channelOf, join, ok, setUpStage, world } from '../stage.ts'

setUpStage()

const READERS = ['hamlet', 'cordelia']

/** A new channel of the readers, with messages in two topics. Returns the ids. */
async function channelWithMessages(name: string): Promise<{ channel: number; ids: number[] }> {
  await ok(join('iago', [name], { principals: [...READERS, 'iago'].map((who) => world.userId(who)) }))
  const { stream_id: channel } = await channelOf(name)
  const ids: number[] = []
  for (const topic of ['one', 'two', 'one']) {
    const { id } = await ok(
      as('iago').post('/messages', { type: 'stream', to: channel, topic, content: 'x' }),
    )
    ids.push(id)
  }
  return { channel, ids }
}

const archive = (channel: number) => ok(as('iago').delete(`/streams/${channel}`))
const unarchive = (channel: number) => ok(as('iago').patch(`/streams/${channel}`, { is_archived: false }))
const mark = (who: string, op: 'add' | 'remove', messages: number[]) =>
  ok(as(who).post('/messages/flags', { messages, op, flag: 'read' }))

/** The ids of the channel that are unread, by every way in which a client can ask. They agree. */
async function unreadOf(who: string, channel: number): Promise<number[]> {
  const there = { operator: 'channel', operand: channel }
  const range = { anchor: 'newest', num_before: 100, num_after: 0, allow_empty_topic_name: true }
  const idsOf = async (narrow: unknown[], isWanted: (message: Body) => boolean) => {
    const { messages } = await ok(as(who).get('/messages', { ...range, narrow }))
    return messages.filter(isWanted).map((message: Body) => message.id)
  }
  const byFlags = await idsOf([there], ({ flags }) => !flags.includes('read'))
  const unread = { operator: 'is', operand: 'unread' }
  expect(await idsOf([there, unread], () => true)).toEqual(byFlags)
  expect(await idsOf([unread], ({ stream_id }) => stream_id === channel)).toEqual(byFlags)
  const { unread_msgs } = await ok(
    as(who).post('/register', {
      fetch_event_types: ['message'],
      client_capabilities: { notification_settings_null: true, archived_channels: true },
    }),
  )
  const listed = unread_msgs.streams
    .filter(({ stream_id }: Body) => stream_id === channel)
    .flatMap(({ unread_message_ids }: Body) => unread_message_ids)
  expect(listed.sort((a: number, b: number) => a - b)).toEqual(byFlags)
  return byFlags
}

test('messages of an archived channel are read for everybody, and stay read when it returns', async () => {
  const { channel, ids } = await channelWithMessages('over')
  // A row that says "unread" and one that says "read" are no exceptions.
  await mark('hamlet', 'add', ids.slice(0, 2))
  await mark('hamlet', 'remove', ids.slice(0, 1))
  await mark('cordelia', 'add', ids.slice(2))
  expect(await unreadOf('hamlet', channel)).toEqual(expect.arrayContaining([ids[0], ids[2]]))
  const events = await messageEventsDuring(READERS, () => archive(channel), {
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  })
  for (const who of READERS) {
    expect(await unreadOf(who, channel)).toEqual([])
    const flagged = events[who]!.filter(({ type }) => type === 'update_message_flags')
    expect(flagged).toEqual([
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: expect.arrayContaining(ids),
        all: false,
      },
    ])
  }
  await unarchive(channel)
  // The notice of the return is new.
  for (const who of READERS)
    expect((await unreadOf(who, channel)).filter((id) => ids.includes(id))).toEqual([])
  const { id } = await ok(
    as('iago').post('/messages', { type: 'stream', to: channel, topic: 'one', content: 'again' }),
  )
  for (const who of READERS) expect(await unreadOf(who, channel)).toContain(id)
})

test('a message of an archived channel can be marked as unread, and the next archiving ends that', async () => {
  const { channel, ids } = await channelWithMessages('twice')
  await archive(channel)
  const events = await messageEventsDuring(['hamlet'], () => mark('hamlet', 'remove', [ids[1]!]), {
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  })
  expect(events.hamlet).toMatchObject([{ op: 'remove', messages: [ids[1]] }])
  expect(await unreadOf('hamlet', channel)).toEqual([ids[1]])
  expect(await unreadOf('cordelia', channel)).toEqual([])
  await mark('hamlet', 'add', [ids[1]!])
  expect(await unreadOf('hamlet', channel)).toEqual([])
  await mark('hamlet', 'remove', [ids[1]!])
  await unarchive(channel)
  await archive(channel)
  expect(await unreadOf('hamlet', channel)).toEqual([])
})

test('archiving writes no row for a reader or a message', async () => {
  const { channel, ids } = await channelWithMessages('without rows')
  const count = async () => {
    const [row] = await world.sql(
      `SELECT (SELECT count(*) FROM message_flag)::int AS flags, (SELECT count(*) FROM read_pointer)::int AS pointers`,
    )
    return row
  }
  const before = await count()
  await archive(channel)
  expect(await count()).toEqual(before)
  // Nobody has read the message because of the archiving.
  const { user_ids } = await ok(as('iago').get(`/messages/${ids[0]}/read_receipts`))
  expect(user_ids).toEqual([])
})
