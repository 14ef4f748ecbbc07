import { beforeAll, describe, expect, test } from 'vitest'
import { emitChange } from '../../../../core/state/realm/changes.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { archive, deactivate, newcomer } from '../changes.ts'
import {
  as,
  bad,
  channelOf,
  core,
  foreign,
  join,
  leave,
  ok,
  realm,
  refusal,
  setUpStage,
  world,
} from '../stage.ts'

setUpStage()

async function send(name: string, channel: string, topic = 'play', content = 'words'): Promise<number> {
  const { id } = await ok(as(name).post('/messages', { type: 'channel', to: channel, topic, content }))
  return id
}

async function write(name: string, to: readonly string[], content = 'psst'): Promise<number> {
  const ids = to.map((person) => world.userId(person))
  const { id } = await ok(as(name).post('/messages', { type: 'direct', to: ids, content }))
  return id
}

const mark = (name: string, op: string, flag: string, messages: unknown) =>
  as(name).post('/messages/flags', { op, flag, messages })

const changed = async (name: string, op: string, flag: string, messages: readonly number[]) =>
  (await ok(mark(name, op, flag, messages))).messages

async function flagsOf(name: string, id: number, narrow: Body[] = []): Promise<string[]> {
  const { messages } = await ok(
    as(name).get('/messages', { anchor: id, num_before: 0, num_after: 0, narrow }),
  )
  return messages[0]?.flags
}

const inChannel = (name: string) => [{ operator: 'channel', operand: name }]

async function unread(name: string): Promise<Body> {
  const types = { event_types: ['message', 'update_message_flags'] }
  return (await ok(as(name).post('/register', { ...types, fetch_event_types: types.event_types })))
    .unread_msgs
}

const FLAGS = ['update_message_flags']

/** The flag events that `name` receives during `change`. */
async function eventsOf(name: string, change: () => Promise<unknown>): Promise<Body[]> {
  const reader = await EventReader.start(as(name), { event_types: ['message', ...FLAGS] })
  await change()
  const last = await write(name, [name], 'That was it.')
  await reader.waitFor((event) => event.message?.id === last)
  await reader.stop()
  return reader.of('update_message_flags').map(({ id: _, ...event }) => event)
}

const update = (op: string, flag: string, messages: readonly number[], rest: object = {}) => ({
  type: 'update_message_flags',
  op,
  operation: op,
  flag,
  messages,
  all: false,
  ...rest,
})

let secret: string

beforeAll(async () => {
  secret = 'flags in private'
  await ok(
    join('hamlet', [secret], {
      invite_only: true,
      principals: ['hamlet', 'cordelia'].map((person) => world.userId(person)),
    }),
  )
})

describe('POST /messages/flags', () => {
  test('marks as read and unread, and returns the changed messages', async () => {
    const first = await send('hamlet', 'Verona')
    const second = await send('hamlet', 'Verona')
    expect(await flagsOf('cordelia', first)).toEqual([])
    const { result, msg, ...added } = await ok(mark('cordelia', 'add', 'read', [second, first, second]))
    expect(added).toEqual({ messages: [first, second], ignored_because_not_subscribed_channels: [] })
    expect(await flagsOf('cordelia', first)).toEqual(['read'])
    expect(await changed('cordelia', 'add', 'read', [first])).toEqual([])
    expect(await changed('cordelia', 'remove', 'read', [first])).toEqual([first])
    expect(await flagsOf('cordelia', first)).toEqual([])
    expect(await flagsOf('cordelia', second)).toEqual(['read'])
    expect(await changed('cordelia', 'remove', 'read', [first])).toEqual([])
  })

  test.each(['starred', 'collapsed'])(
    'adds and removes %s, whether the message is read or not',
    async (flag) => {
      const id = await send('hamlet', 'Verona')
      expect(await changed('cordelia', 'add', flag, [id])).toEqual([id])
      expect(await changed('cordelia', 'add', flag, [id])).toEqual([])
      expect(await flagsOf('cordelia', id)).toEqual([flag])
      await changed('cordelia', 'add', 'read', [id])
      expect(await flagsOf('cordelia', id)).toEqual(['read', flag])
      expect(await changed('cordelia', 'remove', flag, [id])).toEqual([id])
      expect(await changed('cordelia', 'remove', flag, [id])).toEqual([])
      expect(await flagsOf('cordelia', id)).toEqual(['read'])
      expect(await flagsOf('hamlet', id)).toEqual(['read'])
    },
  )

  test('shows starred messages in the initial state', async () => {
    const id = await send('hamlet', 'Verona')
    await changed('cordelia', 'add', 'starred', [id])
    const state = await ok(as('cordelia').post('/register', { fetch_event_types: ['starred_messages'] }))
    expect(state.starred_messages).toContain(id)
  })

  test.each([
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'wildcard_mentioned',
    'has_alert_word',
    'historical',
  ])('refuses to change %s', async (flag) => {
    const id = await send('hamlet', 'Verona')
    expect(await refusal(mark('cordelia', 'add', flag, [id]))).toEqual(bad(`Flag not editable: '${flag}'`))
    expect(await refusal(mark('cordelia', 'remove', flag, [id]))).toEqual(bad(`Flag not editable: '${flag}'`))
  })

  test.each<[Parameters, object]>([
    [{ flag: 'shiny' }, bad("Invalid flag: 'shiny': must be one of read, starred, collapsed")],
    [{ flag: 'Read' }, bad("Invalid flag: 'Read': must be one of read, starred, collapsed")],
    [{ flag: '' }, bad("Invalid flag: '': must be one of read, starred, collapsed")],
    [{ flag: 'constructor' }, bad("Invalid flag: 'constructor': must be one of read, starred, collapsed")],
    [
      { flag: 'active_mobile_push_notification' },
      bad("Invalid flag: 'active_mobile_push_notification': must be one of read, starred, collapsed"),
    ],
    [{ op: 'toggle' }, bad("Invalid message flag operation: 'toggle': must be one of add, remove")],
    [{ messages: 'none' }, bad('messages is not valid JSON')],
    [{ messages: '7' }, bad('messages is not a list')],
    [{ messages: ['7'] }, bad('messages[0] is not an integer')],
    [{ messages: [1.5] }, bad('messages[0] is not an integer')],
    [{ messages: [-1] }, bad('messages[0] is too small')],
    [{ messages: [2 ** 53] }, bad('messages[0] is too large')],
    [{ messages: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'messages' }],
    [{ op: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'op' }],
    [{ flag: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'flag' }],
  ])('refuses %j', async (given, error) => {
    const parameters = { op: 'add', flag: 'read', messages: [1], ...given }
    expect(await refusal(as('cordelia').post('/messages/flags', parameters))).toMatchObject(error)
  })

  test('accepts at most 5000 messages', async () => {
    const id = await send('hamlet', 'Verona')
    expect(await changed('cordelia', 'add', 'read', Array(5000).fill(id))).toEqual([id])
    expect(await refusal(mark('cordelia', 'add', 'read', Array(5001).fill(id)))).toEqual(
      bad('messages is too long (limit: 5000 items)'),
    )
  })

  test('accepts an empty list', async () => {
    expect(await changed('cordelia', 'add', 'read', [])).toEqual([])
  })

  test('requires credentials', async () => {
    const answer = await world.client(as('iago').url).post('/messages/flags', {})
    expect(answer.status).toBe(401)
  })

  test('rejects unreadable messages like missing ones, and changes nothing then', async () => {
    const invisible = [
      await write('hamlet', ['iago']),
      await send('hamlet', secret),
      1_000_000_000_000,
      Number.MAX_SAFE_INTEGER,
    ]
    const theirs = await ok(
      foreign.client.post('/messages', { type: 'channel', to: 'Elsinore', topic: 'ghost', content: 'Boo' }),
    )
    const visible = await send('hamlet', 'Verona')
    for (const id of [...invisible, theirs.id]) {
      for (const flag of ['read', 'starred', 'collapsed']) {
        for (const op of ['add', 'remove']) {
          expect(await refusal(mark('othello', op, flag, [visible, id]))).toEqual(bad('Invalid message(s)'))
        }
      }
    }
    expect(await flagsOf('othello', visible, inChannel('Verona'))).not.toContain('starred')
  })

  test('stars a message of a public channel without a subscription, which is then historical', async () => {
    await ok(join('iago', ['Never mine']))
    const id = await send('iago', 'Never mine')
    expect(await changed('hamlet', 'add', 'starred', [id])).toEqual([id])
    expect(await flagsOf('hamlet', id, inChannel('Never mine'))).toEqual(['read', 'starred', 'historical'])
    expect(await changed('hamlet', 'add', 'read', [id])).toEqual([])
    expect(
      (await unread('hamlet')).streams.flatMap((stream: Body) => stream.unread_message_ids),
    ).not.toContain(id)
  })

  test('does not mark messages of unsubscribed channels as unread, and returns these channels', async () => {
    await ok(join('iago', ['Not subscribed']))
    const { stream_id } = await channelOf('Not subscribed')
    const strange = await send('iago', 'Not subscribed')
    const mine = await send('iago', 'Verona')
    await changed('hamlet', 'add', 'read', [mine])
    const { result, msg, ...answer } = await ok(mark('hamlet', 'remove', 'read', [mine, strange]))
    expect(answer).toEqual({ messages: [mine], ignored_because_not_subscribed_channels: [stream_id] })
    await ok(join('hamlet', ['Not subscribed']))
    expect(await changed('hamlet', 'remove', 'read', [strange])).toEqual([strange])
    expect(await flagsOf('hamlet', strange, inChannel('Not subscribed'))).toEqual(['historical'])
    expect(await changed('hamlet', 'add', 'read', [strange])).toEqual([strange])
  })

  test('lets a guest change flags in subscribed channels only', async () => {
    await ok(join('iago', ['Not for guests']))
    const outside = await send('iago', 'Not for guests')
    expect(await refusal(mark('polonius', 'add', 'starred', [outside]))).toEqual(bad('Invalid message(s)'))
    await ok(join('iago', ['For guests'], { principals: [world.userId('iago'), world.userId('polonius')] }))
    const inside = await send('iago', 'For guests')
    expect(await changed('polonius', 'add', 'read', [inside])).toEqual([inside])
    expect(await changed('polonius', 'add', 'starred', [inside])).toEqual([inside])
  })

  test('is refused in a private channel after leaving, and works in an archived one', async () => {
    await ok(
      join('iago', ['Was private'], {
        invite_only: true,
        principals: ['iago', 'hamlet'].map((person) => world.userId(person)),
      }),
    )
    const { stream_id } = await channelOf('Was private')
    const before = await send('iago', 'Was private')
    await ok(leave('hamlet', ['Was private']))
    const after = await send('iago', 'Was private')
    for (const id of [before, after]) {
      expect(await refusal(mark('hamlet', 'add', 'read', [id]))).toEqual(bad('Invalid message(s)'))
    }
    await archive(core, realm, stream_id)
    expect(await changed('iago', 'add', 'starred', [after])).toEqual([after])
  })

  test('stores a fully read conversation as one pointer without rows, in any order of reading', async () => {
    const ids: number[] = []
    for (let n = 0; n < 6; n++) ids.push(await send('hamlet', 'Verona', 'in any order'))
    const rows = async () => {
      const text =
        'SELECT message_id::int AS id FROM message_flag WHERE user_id = $1 AND message_id = ANY ($2)'
      return (await world.sql(text, [world.userId('cordelia'), ids])).map((row) => row.id).sort()
    }
    await changed('cordelia', 'add', 'read', [ids[5]!, ids[3]!])
    expect(await rows()).toEqual([ids[3], ids[5]])
    await changed('cordelia', 'add', 'read', [ids[0]!, ids[1]!, ids[2]!])
    expect(await rows()).toEqual([ids[5]])
    await changed('cordelia', 'add', 'starred', [ids[4]!])
    await changed('cordelia', 'add', 'read', [ids[4]!])
    expect(await rows()).toEqual([ids[4]])
    expect(await flagsOf('cordelia', ids[4]!)).toEqual(['read', 'starred'])
  })
})

describe('update_message_flags', () => {
  test('is sent only to the user, with the changes', async () => {
    const id = await send('hamlet', 'Verona')
    const other = await EventReader.start(as('hamlet'), { event_types: FLAGS })
    const events = await eventsOf('cordelia', async () => {
      await changed('cordelia', 'add', 'read', [id])
      await changed('cordelia', 'add', 'read', [id])
      await changed('cordelia', 'add', 'starred', [id])
      await changed('cordelia', 'remove', 'starred', [id])
    })
    expect(events).toEqual([
      update('add', 'read', [id]),
      update('add', 'starred', [id]),
      update('remove', 'starred', [id]),
    ])
    await other.stop()
    expect(other.events).toEqual([])
  })

  test('has the details of messages that become unread', async () => {
    const ids = {
      plain: await send('hamlet', 'Verona', 'plans'),
      mention: await send('hamlet', 'Verona', 'plans', `@**|${world.userId('cordelia')}**`),
      wildcard: await send('hamlet', 'Verona', 'plans', '@**all**'),
      direct: await write('hamlet', ['cordelia']),
      group: await write('hamlet', ['cordelia', 'iago']),
      self: await write('cordelia', ['cordelia']),
    }
    const all = Object.values(ids)
    await changed('cordelia', 'add', 'read', all)
    const [event] = await eventsOf('cordelia', () => changed('cordelia', 'remove', 'read', all))
    const stream = {
      type: 'stream',
      stream_id: world.channelId('Verona'),
      topic: 'plans',
      unmuted_stream_msg: true,
    }
    const others = (...names: string[]) => names.map((name) => world.userId(name)).sort((a, b) => a - b)
    expect(event).toEqual(
      update('remove', 'read', all, {
        message_details: {
          [ids.plain]: stream,
          [ids.mention]: { ...stream, mentioned: true },
          [ids.wildcard]: { ...stream, mentioned: true },
          [ids.direct]: { type: 'private', user_ids: others('hamlet') },
          [ids.group]: { type: 'private', user_ids: others('hamlet', 'iago') },
          [ids.self]: { type: 'private', user_ids: [] },
        },
      }),
    )
  })
})

describe('POST /messages/flags/narrow', () => {
  let ids: number[]
  const topic = 'in a narrow'
  const narrow = [
    { operator: 'channel', operand: 'Verona' },
    { operator: 'topic', operand: topic },
  ]
  const range = (parameters: Parameters) =>
    as('cordelia').post('/messages/flags/narrow', {
      narrow,
      op: 'add',
      flag: 'starred',
      num_before: 0,
      num_after: 0,
      ...parameters,
    })
  const ranged = async (parameters: Parameters) => {
    const { result, msg, ...fields } = await ok(range(parameters))
    return fields
  }

  beforeAll(async () => {
    ids = []
    for (let n = 0; n < 6; n++) ids.push(await send('hamlet', 'Verona', topic))
  })

  test('changes the messages around the anchor, and returns the processed range', async () => {
    expect(await ranged({ anchor: ids[2], num_before: 1, num_after: 2 })).toEqual({
      processed_count: 4,
      updated_count: 4,
      first_processed_id: ids[1],
      last_processed_id: ids[4],
      found_oldest: false,
      found_newest: false,
      ignored_because_not_subscribed_channels: [],
    })
    expect(await ranged({ anchor: 'oldest', num_after: 3 })).toMatchObject({
      processed_count: 3,
      updated_count: 1,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_oldest: true,
      found_newest: false,
    })
    expect(await ranged({ anchor: 'newest', num_before: 100 })).toMatchObject({
      processed_count: 6,
      updated_count: 1,
      found_oldest: true,
      found_newest: true,
    })
    expect(
      await ranged({ anchor: ids[3], num_before: 3, include_anchor: false, op: 'remove' }),
    ).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
    })
    expect(await ranged({ anchor: ids[5], num_after: 5, include_anchor: false })).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_newest: true,
    })
  })

  test('begins at the first unread message', async () => {
    await ok(mark('cordelia', 'add', 'read', ids.slice(0, 2)))
    const read = { op: 'add', flag: 'read', anchor: 'first_unread' }
    expect(await ranged({ ...read, num_after: 1 })).toMatchObject({
      updated_count: 2,
      first_processed_id: ids[2],
      last_processed_id: ids[3],
    })
    expect(await ranged({ ...read, num_after: 9 })).toMatchObject({ updated_count: 2, found_newest: true })
    expect(await ranged({ ...read, num_after: 9 })).toMatchObject({ processed_count: 0, found_newest: true })
  })

  test('accepts at most 5000 messages, both sides together', async () => {
    expect(await ranged({ anchor: ids[3], num_before: 1e6, num_after: 1e6 })).toMatchObject({
      processed_count: 6,
    })
  })

  test('does not mark messages of unsubscribed channels as unread', async () => {
    await ok(join('iago', ['Narrow and strange']))
    const { stream_id } = await channelOf('Narrow and strange')
    await send('iago', 'Narrow and strange')
    const given = { narrow: inChannel('Narrow and strange'), op: 'remove', flag: 'read', anchor: 'newest' }
    expect(await ranged({ ...given, num_before: 10 })).toMatchObject({
      processed_count: 2,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [stream_id],
    })
  })

  test.each<[Parameters, object]>([
    [{ flag: 'shiny' }, bad("Invalid flag: 'shiny': must be one of read, starred, collapsed")],
    [{ flag: 'mentioned' }, bad("Flag not editable: 'mentioned'")],
    [{ op: 'toggle' }, bad("Invalid message flag operation: 'toggle': must be one of add, remove")],
    [{ anchor: 'somewhere' }, bad('Invalid anchor')],
    [
      { num_before: 1, num_after: 1, include_anchor: false },
      bad('The anchor can only be excluded at an end of the range'),
    ],
    [{ num_before: -1 }, bad('num_before is too small')],
    [{ num_after: 'x' }, bad('num_after is not an integer')],
    [{ narrow: [{ operator: 'unheard', operand: 'of' }] }, { code: 'BAD_NARROW' }],
    [{ narrow: inChannel('flags in private') }, { code: 'BAD_NARROW' }],
    [{ num_before: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' }],
    [{ anchor: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'anchor' }],
  ])('refuses %j', async (given, error) => {
    const parameters = { op: 'add', flag: 'starred', anchor: 'newest', num_before: 0, num_after: 0, ...given }
    expect(await refusal(as('othello').post('/messages/flags/narrow', parameters))).toMatchObject(error)
  })
})

describe('marking everything as read', () => {
  test('POST /mark_topic_as_read marks the topic, in any spelling', async () => {
    const here = await send('hamlet', 'Verona', 'Marked')
    const there = await send('hamlet', 'Verona', 'unmarked')
    const stream_id = world.channelId('Verona')
    const events = await eventsOf('cordelia', () =>
      ok(as('cordelia').post('/mark_topic_as_read', { stream_id, topic_name: 'MARKED' })),
    )
    expect(events).toEqual([update('add', 'read', [here])])
    expect(await flagsOf('cordelia', there)).toEqual([])
  })

  test('POST /mark_stream_as_read marks the channel', async () => {
    const here = await send('hamlet', 'Verona', 'all of it')
    const direct = await write('hamlet', ['cordelia'])
    await ok(as('cordelia').post('/mark_stream_as_read', { stream_id: world.channelId('Verona') }))
    const { streams, pms } = await unread('cordelia')
    expect(streams.filter((stream: Body) => stream.stream_id === world.channelId('Verona'))).toEqual([])
    expect(await flagsOf('cordelia', here)).toEqual(['read'])
    expect(pms.flatMap((conversation: Body) => conversation.unread_message_ids)).toContain(direct)
  })

  test('POST /mark_all_as_read marks all, also those that were marked as unread', async () => {
    const ids = [await send('hamlet', 'Verona'), await write('hamlet', ['cordelia', 'iago'])]
    await changed('cordelia', 'add', 'read', ids)
    await changed('cordelia', 'remove', 'read', ids)
    const { complete } = await ok(as('cordelia').post('/mark_all_as_read'))
    expect(complete).toBe(true)
    expect(await unread('cordelia')).toEqual({
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    })
    expect(await eventsOf('cordelia', () => ok(as('cordelia').post('/mark_all_as_read')))).toEqual([])
  })

  /** Sends hamlet's messages to conversations: one for each occurrence in the list. */
  const addMessages = (conversations: readonly number[]) =>
    world.sql(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
       SELECT nextval('message_id_seq'), $1, conversation, $2, $3, 'script', 'x', '<p>x</p>'
       FROM unnest($4::int8[]) conversation`,
      [realm.id, world.channelId('Verona'), world.userId('hamlet'), conversations],
    )

  test('POST /mark_all_as_read sends one event without ids', async () => {
    await send('hamlet', 'Verona', 'thousands')
    await ok(as('cordelia').post('/mark_all_as_read'))
    const [{ conversation }] = await world.sql(
      `SELECT conversation_id::int AS conversation FROM message WHERE id = $1`,
      [await send('hamlet', 'Verona', 'thousands')],
    )
    await addMessages(Array.from({ length: 2_500 }, () => conversation))
    const events = await eventsOf('cordelia', () => ok(as('cordelia').post('/mark_all_as_read')))
    expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: [], all: true }])
    expect(events).toHaveLength(1)
    expect((await unread('cordelia')).streams).toEqual([])
  })

  test('marks many conversations in bounded transactions', async () => {
    const conversations = (
      await world.sql(
        `INSERT INTO conversation (realm_id, channel_id, topic)
         SELECT $1, $2, 'bounded ' || n FROM generate_series(1, 20001) n RETURNING id::int AS id`,
        [realm.id, world.channelId('Verona')],
      )
    )
      .map((row: Body) => row.id)
      .sort((a: number, b: number) => a - b)
    // The first transaction marks 20,000 messages and ends inside this conversation.
    const last = conversations[19_998]
    await addMessages([...conversations, last, last])
    // As autovacuum does. Sessions have plans from when the tables had a page.
    await world.sql('ANALYZE conversation, message')
    const events = await eventsOf('cordelia', () => ok(as('cordelia').post('/mark_all_as_read')))
    expect(events.map((event) => [event.messages.length, event.all])).toEqual([
      ...[5_000, 5_000, 5_000, 5_000].map((length) => [length, false]),
      [0, true],
    ])
    expect((await unread('cordelia')).streams).toEqual([])

    await addMessages([...conversations, last, last])
    const stream_id = world.channelId('Verona')
    const listed = await eventsOf('cordelia', () =>
      ok(as('cordelia').post('/mark_stream_as_read', { stream_id })),
    )
    expect(listed.map((event) => event.messages.length)).toEqual([5_000, 5_000, 5_000, 5_000, 3])
    expect(new Set(listed.flatMap((event) => event.messages)).size).toBe(20_003)
    expect((await unread('cordelia')).streams).toEqual([])
  })

  test.each<[string, Parameters, object]>([
    ['/mark_stream_as_read', { stream_id: 999_999 }, bad('Invalid channel ID')],
    ['/mark_stream_as_read', { stream_id: 'Verona' }, bad('stream_id is not an integer')],
    ['/mark_stream_as_read', {}, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_id' }],
    ['/mark_topic_as_read', { stream_id: 999_999, topic_name: 'x' }, bad('Invalid channel ID')],
    ['/mark_topic_as_read', { topic_name: 'x' }, { code: 'REQUEST_VARIABLE_MISSING' }],
  ])('%s refuses %j', async (path, parameters, error) => {
    expect(await refusal(as('othello').post(path, parameters))).toMatchObject(error)
  })

  test('refuses channels without access and missing topics', async () => {
    await send('hamlet', secret, 'conspiracy')
    const { stream_id } = await channelOf(secret)
    expect(await refusal(as('othello').post('/mark_stream_as_read', { stream_id }))).toEqual(
      bad('Invalid channel ID'),
    )
    const there = { stream_id, topic_name: 'conspiracy' }
    expect(await refusal(as('othello').post('/mark_topic_as_read', there))).toEqual(bad('Invalid channel ID'))
    const nowhere = { stream_id: world.channelId('Verona'), topic_name: 'nonexistent' }
    expect(await refusal(as('hamlet').post('/mark_topic_as_read', nowhere))).toEqual(
      bad("No such topic 'nonexistent'"),
    )
  })
})

describe('GET /messages/{message_id}/read_receipts', () => {
  const receipts = async (name: string, id: number) =>
    (await ok(as(name).get(`/messages/${id}/read_receipts`))).user_ids
  const set = (name: string, send_read_receipts: boolean) =>
    ok(as(name).patch('/settings', { send_read_receipts }))

  test('returns the readers except the sender', async () => {
    const id = await write(
      'hamlet',
      ['cordelia', 'iago', 'aaron'].filter((person) => person !== 'aaron'),
    )
    expect(await receipts('hamlet', id)).toEqual([])
    await changed('cordelia', 'add', 'read', [id])
    expect(await receipts('iago', id)).toEqual([world.userId('cordelia')])
    await changed('iago', 'add', 'read', [id])
    expect(await receipts('hamlet', id)).toEqual(
      ['cordelia', 'iago'].map((person) => world.userId(person)).sort((a, b) => a - b),
    )
    await changed('cordelia', 'remove', 'read', [id])
    expect(await receipts('hamlet', id)).toEqual([world.userId('iago')])
  })

  test('includes only recipients of the message', async () => {
    await ok(
      join('iago', ['Receipts'], { principals: ['iago', 'cordelia'].map((person) => world.userId(person)) }),
    )
    const id = await send('iago', 'Receipts')
    await ok(join('hamlet', ['Receipts']))
    expect(await receipts('hamlet', id)).toEqual([])
    await changed('cordelia', 'add', 'read', [id])
    await ok(leave('cordelia', ['Receipts']))
    expect(await receipts('hamlet', id)).toEqual([world.userId('cordelia')])
  })

  test('omits deactivated users', async () => {
    const { record, client } = await newcomer(core, realm, as('iago').url, {
      email: 'guildenstern@demo.test',
    })
    const to = [record.id, world.userId('cordelia')]
    const { id } = await ok(as('hamlet').post('/messages', { type: 'direct', to, content: 'Farewell' }))
    await ok(client.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    expect(await receipts('cordelia', id)).toEqual([record.id])
    await deactivate(core, realm, record.id)
    expect(await receipts('cordelia', id)).toEqual([])
  })

  test('omits people whom the reader mutes, and people who mute the reader', async () => {
    const id = await write('hamlet', ['cordelia', 'iago'])
    for (const name of ['cordelia', 'iago']) await changed(name, 'add', 'read', [id])
    const [cordelia, iago] = [world.userId('cordelia'), world.userId('iago')]
    const both = [cordelia, iago].sort((a, b) => a - b)
    expect(await receipts('hamlet', id)).toEqual(both)
    await ok(as('hamlet').post(`/users/me/muted_users/${cordelia}`))
    expect(await receipts('hamlet', id)).toEqual([iago])
    expect(await receipts('iago', id)).toEqual(both)
    await ok(as('hamlet').delete(`/users/me/muted_users/${cordelia}`))
    await ok(as('iago').post(`/users/me/muted_users/${world.userId('hamlet')}`))
    expect(await receipts('hamlet', id)).toEqual([cordelia])
    await ok(as('iago').delete(`/users/me/muted_users/${world.userId('hamlet')}`))
    expect(await receipts('hamlet', id)).toEqual(both)
  })

  test('omits users who disable read receipts', async () => {
    const id = await write('hamlet', ['cordelia', 'iago'])
    await changed('cordelia', 'add', 'read', [id])
    await set('cordelia', false)
    expect(await receipts('hamlet', id)).toEqual([])
    await set('cordelia', true)
    expect(await receipts('hamlet', id)).toEqual([world.userId('cordelia')])
  })

  test('refuses unreadable messages', async () => {
    const theirs = await ok(
      foreign.client.post('/messages', { type: 'channel', to: 'Elsinore', topic: 'ghost', content: 'Boo' }),
    )
    for (const id of [await write('hamlet', ['iago']), await send('hamlet', secret), theirs.id, 10 ** 12]) {
      expect(await refusal(as('othello').get(`/messages/${id}/read_receipts`))).toEqual(
        bad('Invalid message(s)'),
      )
    }
  })

  test('is refused where the organization disables it', async () => {
    const id = await send('hamlet', 'Verona')
    const record = realm.record
    const tell = (enable_read_receipts: boolean) =>
      core.transact(realm.id, async (tx) => {
        const settings = { ...record.settings, enable_read_receipts }
        emitChange(tx, { type: '_realm', realm: { ...record, settings } })
      })
    await tell(false)
    await realm.sync()
    expect(await refusal(as('hamlet').get(`/messages/${id}/read_receipts`))).toEqual(
      bad('Read receipts are disabled in this organization.'),
    )
    await tell(true)
    await realm.sync()
  })
})
