import { describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, join, ok, setUpStage, world } from '../stage.ts'
import { messageOf, messagesOf, privateChannel, send } from './message-events.ts'

setUpStage()

const move = (name: string, id: number, change: Parameters) => ok(as(name).patch(`/messages/${id}`, change))
const all = { propagate_mode: 'change_all' }

/** Notices of the notification bot in a topic. */
async function noticesIn(name: string, channel: string, topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]
  return (await messagesOf(name, narrow))
    .filter((message: Body) => message.sender_full_name === 'Notification Bot')
    .map((message: Body) => message.content)
}
async function topicOf(topic: string, count = 3, channel = 'Verona') {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await send('hamlet', channel, topic))
  return ids as [number, number, number]
}
const user = (name: string, full: string) =>
  `<span class="user-mention silent" data-user-id="${world.userId(name)}">${full}</span>`
const topicUrl = (topic: string, channel = 'Verona') =>
  `/#narrow/channel/${world.channelId(channel)}-${channel}/topic/${topic}`
const link = (topic: string, url: string, channel = 'Verona') =>
  `<a class="stream-topic" data-stream-id="${world.channelId(channel)}" href="${url}">#${channel} &gt; ${topic}</a>`

describe('the notification bot', () => {
  test('posts a notice in the new topic, unless the mover turned it off', async () => {
    const ids = await topicOf('one')
    await move('iago', ids[0], { topic: 'two', ...all })
    expect(await noticesIn('zoe', 'Verona', 'two')).toEqual([
      `<p>This topic was moved here from ${link('one', topicUrl('one'))} by ${user('iago', 'Iago')}.</p>`,
    ])
    await move('iago', ids[1], { topic: 'three', send_notification_to_new_thread: false })
    expect(await noticesIn('zoe', 'Verona', 'three')).toEqual([])
  })

  test('posts in both topics how many messages were moved', async () => {
    const ids = await topicOf('four')
    const both = { send_notification_to_old_thread: true }
    const from = link('four', topicUrl('four'))
    const to = link('five', topicUrl('five'))
    const by = user('iago', 'Iago')
    await move('iago', ids[2], { topic: 'five', ...both })
    await move('iago', ids[0], { topic: 'five', propagate_mode: 'change_later', ...both })
    expect(await noticesIn('zoe', 'Verona', 'five')).toEqual([
      `<p>A message was moved here from ${from} by ${by}.</p>`,
      `<p>A message was moved from this topic to ${to} by ${by}.</p>`,
      `<p>This topic was moved here from ${from} by ${by}.</p>`,
    ])
    expect(await noticesIn('zoe', 'Verona', 'four')).toEqual([
      `<p>This topic was moved to ${to} by ${by}.</p>`,
    ])
  })

  test('names another channel, and links names with special characters by address', async () => {
    await ok(join('iago', ['Denmark']))
    const [first] = await topicOf('what > *next*', 1)
    await move('iago', first, { stream_id: world.channelId('Denmark'), topic: 'court' })
    expect(await noticesIn('iago', 'Denmark', 'court')).toEqual([
      `<p>This topic was moved here from <a href="${topicUrl('what.20.3E.20.2Anext.2A').slice(1)}">another topic</a> by ${user('iago', 'Iago')}.</p>`,
    ])
  })

  test('says only that a topic was resolved or unresolved', async () => {
    const ids = await topicOf('question')
    await move('hamlet', ids[0], { topic: '✔ question', send_notification_to_new_thread: false, ...all })
    const by = user('hamlet', 'King Hamlet')
    const said = [`<p>${by} has marked this topic as resolved.</p>`]
    expect(await noticesIn('zoe', 'Verona', '✔ question')).toEqual(said)
    await move('hamlet', ids[0], { topic: 'question', send_notification_to_old_thread: true, ...all })
    said.push(`<p>${by} has marked this topic as unresolved.</p>`)
    expect(await noticesIn('zoe', 'Verona', 'question')).toEqual(said)
    expect(await noticesIn('zoe', 'Verona', '✔ question')).toEqual([])
  })

  test('posts nothing about a new spelling of the topic or an edit of the content', async () => {
    const ids = await topicOf('case')
    await move('iago', ids[0], { topic: 'Case', send_notification_to_old_thread: true })
    await move('hamlet', ids[0], { content: 'other words' })
    expect(await noticesIn('zoe', 'Verona', 'Case')).toEqual([])
  })

  test('posts after the move, and names a private channel only to users who see it', async () => {
    const secret = await privateChannel('cellar', ['iago', 'hamlet'])
    await ok(join('hamlet', ['Verona']))
    const reader = await EventReader.start(as('hamlet'))
    const id = await send('hamlet', 'Verona', 'gossip')
    await move('iago', id, { stream_id: secret, topic: 'whispers', send_notification_to_old_thread: true })
    const notice = await reader.waitFor((event) => event.message?.subject === 'whispers')
    await reader.stop()
    const types = reader.events.map((event) => event.type)
    expect(types.indexOf('update_message')).toBeLessThan(reader.events.indexOf(notice))
    expect(notice.message.sender_full_name).toBe('Notification Bot')
    expect((await messageOf('hamlet', notice.message.id)).flags).toEqual([])
    expect(await noticesIn('zoe', 'Verona', 'gossip')).toEqual([
      `<p>This topic was moved to a private channel by ${user('iago', 'Iago')}.</p>`,
    ])
  })
})

test('users with a visibility policy for a topic get an event about its new spelling', async () => {
  const [id] = await topicOf('spelling')
  const verona = world.channelId('Verona')
  await ok(as('zoe').post('/user_topics', { stream_id: verona, topic: 'spelling', visibility_policy: 3 }))
  const reader = await EventReader.start(as('zoe'))
  await move('iago', id, { topic: 'Spelling', ...all })
  expect(await reader.waitFor((event) => event.type === 'user_topic')).toMatchObject({
    stream_id: verona,
    topic_name: 'Spelling',
    visibility_policy: 3,
  })
  await reader.stop()
})

describe('the notice that a topic was resolved', () => {
  test('is read for all users except those who follow the topic or want to read it', async () => {
    const people = ['hamlet', 'zoe', 'cordelia', 'othello', 'iago']
    await ok(join('iago', ['court'], { principals: people.map((name) => world.userId(name)) }))
    const [id] = await topicOf('suit', 1, 'court')
    const stream_id = (await ok(as('iago').get('/get_stream_id', { stream: 'court' }))).stream_id
    for (const name of people) await ok(as(name).post('/mark_stream_as_read', { stream_id }))
    for (const name of ['cordelia', 'othello', 'iago']) {
      await ok(as(name).post('/user_topics', { stream_id, topic: 'suit', visibility_policy: 3 }))
    }
    // A user who starts a topic follows it.
    await ok(as('hamlet').post('/user_topics', { stream_id, topic: 'suit', visibility_policy: 0 }))
    const policy = (name: string, resolved_topic_notice_auto_read_policy: string) =>
      ok(as(name).patch('/settings', { resolved_topic_notice_auto_read_policy }))
    await policy('zoe', 'never')
    await policy('othello', 'always')
    const readers = await Promise.all(
      people.map((name) => EventReader.start(as(name), { event_types: ['message'] })),
    )
    await move('iago', id, { topic: '✔ suit', ...all })
    const flags = await Promise.all(
      readers.map(async (reader) => {
        const { flags } = await reader.waitFor((event) => event.message?.subject === '✔ suit')
        await reader.stop()
        return flags
      }),
    )
    // Hamlet does not follow it, Zoe wants all messages unread, Cordelia follows it, Othello wants none
    // unread, Iago resolved it.
    expect(flags).toEqual([['read'], [], [], ['read'], ['read']])
    const narrow = [
      { operator: 'channel', operand: 'court' },
      { operator: 'is', operand: 'unread' },
    ]
    const unread = async (name: string) => {
      const { unread_msgs } = await ok(
        as(name).post('/register', { event_types: ['message', 'update_message_flags'] }),
      )
      const counted = unread_msgs.streams.filter((stream: Body) => stream.stream_id === stream_id)
      const found = await messagesOf(name, narrow)
      expect(found).toHaveLength(counted.flatMap((channel: Body) => channel.unread_message_ids).length)
      return found.length
    }
    const counts = async () => Promise.all(people.map(unread))
    expect(await counts()).toEqual([0, 1, 1, 0, 0])
    // Later messages are unread as usual, and reading them leaves the notice unread for users who have not
    // read it.
    const next = await send('prospero', 'court', '✔ suit')
    expect(await counts()).toEqual([1, 2, 2, 1, 1])
    for (const name of people) {
      await ok(as(name).post('/messages/flags', { messages: [next], op: 'add', flag: 'read' }))
    }
    expect(await counts()).toEqual([0, 1, 1, 0, 0])
    const [notice] = await messagesOf('zoe', narrow)
    await ok(as('zoe').post('/messages/flags', { messages: [notice!.id], op: 'add', flag: 'read' }))
    await ok(as('hamlet').post('/messages/flags', { messages: [notice!.id], op: 'remove', flag: 'read' }))
    expect(await counts()).toEqual([1, 0, 1, 0, 0])
    // When most users want to read the notice, rows exist for the other users instead.
    for (const name of ['hamlet', 'iago']) await policy(name, 'never')
    for (const name of people) await ok(as(name).post('/mark_stream_as_read', { stream_id }))
    await move('prospero', id, { topic: 'suit', ...all })
    expect(await counts()).toEqual([1, 1, 1, 0, 1])
  })
})
