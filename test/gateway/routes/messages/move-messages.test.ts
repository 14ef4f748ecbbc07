import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { as, bad, channelOf, join, ok, refusal, setUpStage, world } from '../stage.ts'
import { messageEventsDuring, messageOf, messagesOf, privateChannel, send } from './message-events.ts'

setUpStage()

/** The bot posts no notices; see move-notices.test.ts. */
const quietly = { send_notification_to_new_thread: false }
const move = (name: string, id: number, change: Parameters) =>
  as(name).patch(`/messages/${id}`, { ...quietly, ...change })
const all = { propagate_mode: 'change_all' }

/** Otherwise the users follow topics that they start. */
beforeAll(async () => {
  for (const name of ['hamlet', 'iago']) {
    await ok(as(name).patch('/settings', { automatically_follow_topics_policy: 4 }))
  }
})

/** Sends several messages to a new topic. */
async function topicOf(channel: string, topic: string, senders = ['hamlet', 'iago', 'hamlet']) {
  const ids: number[] = []
  for (const sender of senders) ids.push(await send(sender, channel, topic))
  return ids as [number, number, number]
}

/** Topics of a channel with the ids of their messages, as a user reads them. */
async function topics(name: string, channel: string): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const message of await messagesOf(name, [{ operator: 'channel', operand: channel }])) {
    found[message.subject] = [...(found[message.subject] ?? []), message.id]
  }
  return found
}

const age = (ids: number[], days: number) =>
  world.sql("UPDATE message SET sent_at = sent_at - $2 * interval '1 day' WHERE id = ANY ($1)", [ids, days])

const conversationOf = async (id: number) =>
  (await world.sql('SELECT conversation_id AS id FROM message WHERE id = $1', [id]))[0].id

describe('PATCH /messages/{message_id} with a topic', () => {
  test('renames a whole topic as one row, with one event to everyone', async () => {
    const ids = await topicOf('Verona', 'rename me')
    const before = await conversationOf(ids[0])
    const people = ['hamlet', 'cordelia', 'polonius', 'prospero']
    const events = await messageEventsDuring(people, () =>
      ok(move('cordelia', ids[1], { topic: 'renamed', ...all })),
    )
    const { edit_timestamp, ...event } = events.polonius![0]
    expect(event).toEqual({
      type: 'update_message',
      user_id: world.userId('cordelia'),
      rendering_only: false,
      message_id: ids[1],
      message_ids: ids,
      stream_name: 'Verona',
      stream_id: world.channelId('Verona'),
      propagate_mode: 'change_all',
      orig_subject: 'rename me',
      subject: 'renamed',
      topic_links: [],
      flags: [],
    })
    expect(people.map((name) => events[name]!.length)).toEqual([1, 1, 1, 0])
    expect(await conversationOf(ids[0])).toBe(before)
    expect(await topics('cordelia', 'Verona')).toMatchObject({ renamed: ids })
    for (const id of ids) {
      expect(await messageOf('hamlet', id)).toMatchObject({
        subject: 'renamed',
        last_moved_timestamp: edit_timestamp,
        edit_history: [
          {
            user_id: world.userId('cordelia'),
            timestamp: edit_timestamp,
            prev_topic: 'rename me',
            topic: 'renamed',
          },
        ],
      })
    }
    // A later message has no former topic.
    const later = await send('hamlet', 'Verona', 'renamed')
    expect(await messageOf('hamlet', later)).not.toHaveProperty('edit_history')
  })

  test('moves one, later or all messages to an existing topic', async () => {
    const ids = await topicOf('Verona', 'source')
    const [there] = await topicOf('Verona', 'Goal', ['iago'])
    await ok(move('iago', ids[1], { topic: 'goal' }))
    expect(await topics('iago', 'Verona')).toMatchObject({ source: [ids[0], ids[2]], Goal: [ids[1], there] })
    const more = await topicOf('Verona', 'source')
    await ok(move('iago', ids[2], { topic: 'later', propagate_mode: 'change_later' }))
    expect(await topics('iago', 'Verona')).toMatchObject({ source: [ids[0]], later: [ids[2], ...more] })
    await ok(move('iago', more[0], { topic: 'Goal', ...all }))
    const found = await topics('iago', 'Verona')
    expect(found.Goal).toEqual([ids[1], ids[2], there, ...more])
    expect(found).not.toHaveProperty('later')
    const { edit_history } = await messageOf('iago', more[0])
    expect(edit_history.map((edit: Body) => [edit.prev_topic, edit.topic])).toEqual([
      ['later', 'Goal'],
      ['source', 'later'],
    ])
    expect(await messageOf('iago', there)).not.toHaveProperty('edit_history')
  })

  test('moves visibility policies along, for users with access', async () => {
    const ids = await topicOf('Verona', 'first name')
    await ok(move('iago', ids[0], { topic: 'second name', ...all }))
    await ok(move('iago', ids[0], { topic: 'elsewhere' }))
    const stranger = await send('hamlet', 'Verona', 'third')
    await ok(move('iago', ids[1], { topic: 'third', ...all }))
    await ok(move('iago', stranger, { topic: 'fourth', ...all }))
    const names = async (id: number) =>
      ((await messageOf('iago', id)).edit_history ?? []).map((edit: Body) => edit.prev_topic)
    expect(await names(ids[0])).toEqual(['second name', 'first name'])
    expect(await names(ids[1])).toEqual(['third', 'second name', 'first name'])
    expect(await names(stranger)).toEqual(['third'])
  })

  test('changes the spelling of a whole topic', async () => {
    const ids = await topicOf('Verona', 'spelling')
    const events = await messageEventsDuring(['zoe'], () => ok(move('iago', ids[1], { topic: 'Spelling' })))
    expect(events.zoe![0].message_ids).toEqual(ids)
    expect(await topics('iago', 'Verona')).toMatchObject({ Spelling: ids })
  })

  test('resolves a topic of any age, because that is no move', async () => {
    const ids = await topicOf('Verona', 'question')
    await age(ids, 30)
    await ok(move('hamlet', ids[0], { topic: '✔ question', ...all }))
    const settled = await messageOf('hamlet', ids[2])
    expect(settled.subject).toBe('✔ question')
    expect(settled.edit_history).toHaveLength(1)
    expect(settled).not.toHaveProperty('last_moved_timestamp')
    await ok(move('hamlet', ids[0], { topic: 'question', ...all }))
    expect((await messageOf('hamlet', ids[0])).subject).toBe('question')
    const nameless = await send('hamlet', 'Verona', '')
    expect(await refusal(move('hamlet', nameless, { topic: '✔ ' }))).toEqual(
      bad('General chat cannot be marked as resolved'),
    )
  })

  test('has a time limit for members', async () => {
    const ids = await topicOf('Verona', 'old')
    await age([ids[0]], 8)
    expect(await refusal(move('hamlet', ids[2], { topic: 'new', ...all }))).toEqual(
      bad('You only have permission to move the 2/3 most recent messages in this topic.', {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        ...({
          first_message_id_allowed_to_move: ids[1],
          total_messages_allowed_to_move: 2,
          total_messages_in_topic: 3,
        } as object),
      }),
    )
    const tooOld = (what: string) => bad(`The time limit for editing this message's ${what} has passed`)
    expect(await refusal(move('hamlet', ids[0], { topic: 'new' }))).toEqual(tooOld('topic'))
    const otherChannel = { stream_id: world.channelId('Denmark') }
    expect(await refusal(move('hamlet', ids[0], otherChannel))).toEqual(tooOld('channel'))
    await ok(move('hamlet', ids[1], { topic: 'new', propagate_mode: 'change_later' }))
    await ok(move('shiva', ids[0], { topic: 'new', ...all }))
    expect(await topics('iago', 'Verona')).toMatchObject({ new: ids })
  })

  test('is for guests too, but not to other channels', async () => {
    const [id] = await topicOf('Verona', 'a guest', ['polonius'])
    await ok(move('polonius', id, { topic: 'the guest' }))
    await ok(move('polonius', id, { topic: '✔ the guest' }))
    expect(await refusal(move('polonius', id, { stream_id: world.channelId('general') }))).toEqual(
      bad("You don't have permission to move this message"),
    )
  })

  test('sends a name for the empty topic to clients that do not support it', async () => {
    const ids = await topicOf('Verona', 'named')
    const change = () => ok(move('iago', ids[0], { topic: '', ...all }))
    const [old, modern] = await Promise.all([
      messageEventsDuring(['zoe'], change),
      messageEventsDuring(['cordelia'], async () => undefined, {
        client_capabilities: { empty_topic_name: true },
      }),
    ])
    expect(old.zoe![0].subject).toBe('general chat')
    const back = () => ok(move('iago', ids[0], { topic: 'named again' }))
    const received = await messageEventsDuring(['cordelia'], back, {
      client_capabilities: { empty_topic_name: true },
    })
    expect(received.cordelia![0].orig_subject).toBe('')
    expect(modern.cordelia!.length).toBeLessThan(2)
  })

  test('of two concurrent moves, one finds the messages where the other moved them', async () => {
    const ids = await topicOf('Verona', 'race')
    const events = await messageEventsDuring(['zoe'], () =>
      Promise.all([
        ok(move('iago', ids[0], { topic: 'race one', ...all })),
        ok(move('cordelia', ids[1], { topic: 'race two', ...all })),
        ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'race', content: 'now' })),
      ]),
    )
    expect(events.zoe).toHaveLength(2)
    const [first, second] = events.zoe!
    expect(second.orig_subject).toBe(first.subject)
    for (const id of ids) expect((await messageOf('zoe', id)).subject).toBe(second.subject)
  })

  test('moves only messages of a protected history that the mover may read', async () => {
    await privateChannel('chamber', ['hamlet'])
    const before = await send('hamlet', 'chamber', 'hidden')
    await ok(join('iago', ['chamber'], { principals: [world.userId('othello')] }))
    const after = await send('hamlet', 'chamber', 'hidden')
    await ok(move('othello', after, { topic: 'seen', ...all }))
    expect(await topics('hamlet', 'chamber')).toMatchObject({ hidden: [before], seen: [after] })
  })
})

describe('PATCH /messages/{message_id} with a channel', () => {
  test('moves messages, with one event to the users of both channels', async () => {
    const ids = await topicOf('Denmark', 'the watch')
    const people = ['hamlet', 'prospero', 'zoe', 'polonius', 'othello']
    // Hamlet is subscribed to both, Prospero to Denmark, Zoe and Othello to Verona, and Polonius is a guest
    // in Verona.
    const events = await messageEventsDuring(people, () =>
      ok(move('iago', ids[0], { stream_id: world.channelId('Verona'), topic: 'the castle', ...all })),
    )
    const { edit_timestamp, flags, ...event } = events.hamlet![0]
    expect(event).toEqual({
      type: 'update_message',
      user_id: world.userId('iago'),
      rendering_only: false,
      message_id: ids[0],
      message_ids: ids,
      stream_name: 'Denmark',
      stream_id: world.channelId('Denmark'),
      new_stream_id: world.channelId('Verona'),
      propagate_mode: 'change_all',
      orig_subject: 'the watch',
      subject: 'the castle',
      topic_links: [],
    })
    const updates = (name: string) => events[name]!.filter((event) => event.type === 'update_message')
    expect(people.map((name) => updates(name).length)).toEqual([1, 1, 1, 1, 1])
    expect(people.flatMap((name) => events[name]!).some((event) => event.type === 'delete_message')).toBe(
      false,
    )
    expect(flags).toEqual(['read']) // Hamlet's own message.
    expect(updates('prospero')[0].flags).toEqual(['read', 'historical'])
    expect(updates('zoe')[0].flags).toEqual(['read'])
    expect(await topics('iago', 'Verona')).toMatchObject({ 'the castle': ids })
    expect(await messageOf('iago', ids[2])).toMatchObject({
      stream_id: world.channelId('Verona'),
      display_recipient: 'Verona',
      last_moved_timestamp: edit_timestamp,
      edit_history: [
        {
          user_id: world.userId('iago'),
          timestamp: edit_timestamp,
          prev_topic: 'the watch',
          topic: 'the castle',
          prev_stream: world.channelId('Denmark'),
          stream: world.channelId('Verona'),
        },
      ],
    })
    const [{ stream, prev_stream }] = (
      await ok(as('iago').get(`/messages/${ids[0]}/history`))
    ).message_history.slice(-1)
    expect([prev_stream, stream]).toEqual([world.channelId('Denmark'), world.channelId('Verona')])
  })

  test('removes messages for users without access to the new channel', async () => {
    const vault = await privateChannel('vault', ['hamlet'])
    const ids = await topicOf('Verona', 'spoils')
    await ok(as('zoe').post('/messages/flags', { op: 'add', flag: 'starred', messages: ids }))
    await ok(as('prospero').post('/messages/flags', { op: 'add', flag: 'starred', messages: [ids[0]] }))
    const people = ['hamlet', 'zoe', 'polonius', 'prospero']
    const events = await messageEventsDuring(
      people,
      () => ok(move('iago', ids[0], { stream_id: vault, ...all })),
      {
        client_capabilities: { bulk_message_deletion: true },
      },
    )
    const kinds = (name: string) =>
      events[name]!.map((event) => event.type).filter((type) => type !== 'stream')
    expect(kinds('hamlet')).toEqual(['update_message'])
    expect(events.hamlet![0]).not.toHaveProperty('subject')
    expect(events.zoe).toEqual([
      {
        type: 'delete_message',
        message_ids: ids,
        message_type: 'stream',
        stream_id: world.channelId('Verona'),
        topic: 'spoils',
      },
    ])
    expect(events.polonius).toEqual(events.zoe)
    // Prospero had not received them, and starred one.
    expect(events.prospero).toEqual(events.zoe)
    expect(await refusal(as('zoe').get(`/messages/${ids[0]}`))).toEqual(bad('Invalid message(s)'))
    expect(await world.sql('SELECT user_id FROM message_flag WHERE message_id = ANY ($1)', [ids])).toEqual([])
  })

  test('sends several events to users who lose more messages than one event names', async () => {
    const vault = await privateChannel('great vault', ['hamlet'])
    const first = await send('iago', 'Verona', 'hoard')
    await world.sql(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
       SELECT nextval('message_id_seq'), realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content
       FROM message, generate_series(1, 1500) WHERE id = $1`,
      [first],
    )
    const moved = () => ok(move('iago', first, { stream_id: vault, ...all }))
    const events = await messageEventsDuring(['zoe'], moved, {
      client_capabilities: { bulk_message_deletion: true },
    })
    expect(events.zoe!.map((event) => [event.type, event.message_ids.length])).toEqual([
      ['delete_message', 1000],
      ['delete_message', 501],
    ])
  })

  test('lets subscribers of a protected history read messages that arrive while they are subscribed', async () => {
    const before = await send('hamlet', 'Verona', 'split')
    const nook = await privateChannel('nook', ['hamlet'])
    const after = await send('hamlet', 'Verona', 'split')
    const moved = () => ok(move('iago', after, { stream_id: nook, ...all }))
    const events = await messageEventsDuring(['hamlet'], moved)
    const changes = events.hamlet!.filter((event) => event.type !== 'stream')
    expect(changes.map((change) => [change.type, change.message_ids ?? change.message_id])).toEqual([
      ['update_message', [before, after]],
    ])
    await ok(
      as('iago').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'nook' }],
        principals: [world.userId('zoe')],
      }),
    )
    expect(await refusal(as('zoe').get(`/messages/${after}`))).toEqual(bad('Invalid message(s)'))
    await ok(as('hamlet').get(`/messages/${before}`))
  })

  test('updates the first message of both channels', async () => {
    await ok(join('iago', ['attic', 'loft']))
    for (const name of ['attic', 'loft']) {
      await ok(as('iago').delete(`/messages/${(await channelOf(name)).first_message_id}`))
    }
    const [first, second] = [await send('iago', 'attic', 'one'), await send('iago', 'attic', 'two')]
    const loft = (await channelOf('loft')).stream_id
    const events = await messageEventsDuring(['iago'], () => ok(move('iago', first, { stream_id: loft })))
    expect((await channelOf('attic')).first_message_id).toBe(second)
    expect((await channelOf('loft')).first_message_id).toBe(first)
    const values = events.iago!.filter((event) => event.type === 'stream').map((event) => event.value)
    expect(values).toEqual([second, first])
    await ok(move('iago', second, { stream_id: loft }))
    expect((await channelOf('attic')).first_message_id).toBe(null)
  })

  test('requires permission to send to the new channel', async () => {
    const id = await send('hamlet', 'Verona')
    const secret = await privateChannel('sanctum', [])
    for (const stream_id of [secret, 999_999]) {
      expect(await refusal(move('hamlet', id, { stream_id }))).toEqual(bad('Invalid channel ID'))
    }
    expect((await messageOf('hamlet', id)).stream_id).toBe(world.channelId('Verona'))
  })
})

describe('a visibility policy', () => {
  const choose = (name: string, channel: string, topic: string, visibility_policy: number) =>
    ok(as(name).post('/user_topics', { stream_id: world.channelId(channel), topic, visibility_policy }))
  const choices = async (name: string) => {
    const { user_topics } = await ok(as(name).post('/register', { fetch_event_types: ['user_topic'] }))
    return user_topics.map((topic: Body) => [topic.stream_id, topic.topic_name, topic.visibility_policy])
  }
  const [MUTED, FOLLOWED] = [1, 3]

  test('moves with all messages of a topic, not with some', async () => {
    const verona = world.channelId('Verona')
    const ids = await topicOf('Verona', 'loud')
    await choose('zoe', 'Verona', 'loud', FOLLOWED)
    await choose('othello', 'Verona', 'loud', MUTED)
    await ok(move('iago', ids[0], { topic: 'not so loud' }))
    expect(await choices('zoe')).toEqual([[verona, 'loud', FOLLOWED]])
    const events = await messageEventsDuring(
      ['zoe', 'othello', 'cordelia'],
      () => ok(move('iago', ids[1], { topic: '✔ loud', ...all })),
      { event_types: ['message', 'user_topic'] },
    )
    const policies = (name: string) =>
      events[name]!.filter((event) => event.type === 'user_topic').map((event) => [
        event.topic_name,
        event.visibility_policy,
      ])
    expect(policies('zoe')).toEqual([
      ['loud', 0],
      ['✔ loud', FOLLOWED],
    ])
    expect(policies('othello')).toEqual([
      ['loud', 0],
      ['✔ loud', MUTED],
    ])
    expect(events.cordelia).toEqual([])
    expect(await choices('zoe')).toEqual([[verona, '✔ loud', FOLLOWED]])
    const older = await messageEventsDuring(
      ['othello'],
      () => ok(move('iago', ids[1], { topic: 'calm', ...all })),
      {
        event_types: ['message', 'muted_topics'],
      },
    )
    expect(older.othello!.map((event) => event.muted_topics.map(([, topic]: Body) => topic))).toEqual([
      ['calm'],
    ])
    await ok(move('iago', ids[1], { topic: 'Calm' }))
    expect(await choices('zoe')).toEqual([[verona, 'Calm', FOLLOWED]])
  })

  test('combines with that of the target, and ends where the user has no access', async () => {
    const denmark = world.channelId('Denmark')
    const [quiet] = await topicOf('Denmark', 'quiet')
    await topicOf('Denmark', 'noise')
    await choose('cordelia', 'Denmark', 'quiet', FOLLOWED)
    await choose('cordelia', 'Denmark', 'noise', MUTED)
    await choose('prospero', 'Denmark', 'quiet', MUTED)
    await choose('hamlet', 'Denmark', 'quiet', MUTED)
    await choose('hamlet', 'Denmark', 'noise', MUTED)
    await ok(move('iago', quiet, { topic: 'noise', ...all }))
    expect(await choices('cordelia')).toEqual([[denmark, 'noise', FOLLOWED]])
    expect(await choices('prospero')).toEqual([])
    expect(await choices('hamlet')).toEqual([[denmark, 'noise', MUTED]])
    const cave = await privateChannel('cave', ['hamlet'])
    await ok(move('iago', quiet, { stream_id: cave, ...all }))
    expect(await choices('cordelia')).toEqual([])
    expect(await choices('hamlet')).toEqual([[cave, 'noise', MUTED]])
  })
})
