import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { ChannelRecord } from '../../../../core/state/channels/record.ts'
import { emitChange } from '../../../../core/state/realm/changes.ts'
import type { Body } from '../../../harness/client.ts'
import { newcomer } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const SET_POLICY = statement('test.topics-policy', 'UPDATE channel SET topics_policy = $2 WHERE id = $1')

const began = () => ({ ...realm.record.settings })
let before: Record<string, unknown> = {}

/** Encoded as clients send it: text unchanged, everything else as JSON. */
const change = async (changes: Record<string, unknown>) => {
  await ok(
    as('desdemona').patch(
      '/realm',
      Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [
          name,
          typeof value === 'string' && value !== 'unlimited' ? value : JSON.stringify(value),
        ]),
      ),
    ),
  )
  await realm.sync() // A gateway may still grant permissions from before the change.
}
const group = (name: string) => ({ new: realm.record.systemGroups[name as 'role:nobody'] })
const nobody = () => group('role:nobody')
const alone = (name: string) => ({ new: { direct_members: [world.userId(name)], direct_subgroups: [] } })

const send = (name: string, rest: Body) => as(name).post('/messages', { content: 'x', ...rest })
const say = async (name: string, topic = 'play', content = 'x', to = 'Verona'): Promise<number> =>
  (await ok(send(name, { type: 'channel', to, topic, content }))).id
const edit = (name: string, id: number, changes: Body) => as(name).patch(`/messages/${id}`, changes)
/** Sets the time of a message `seconds` back. */
const age = (id: number, seconds: number) =>
  world.sql(`UPDATE message SET sent_at = sent_at - ${seconds} * interval '1 second' WHERE id = ${id}`)

beforeAll(() => {
  before = began()
})
afterEach(async () => {
  await realm.sync()
  const now = began() as Record<string, unknown>
  const changed = Object.keys(now).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  )
  const back = changed.map((name) => {
    const value = before[name]
    if (name.endsWith('_group')) return [name, { new: value }]
    return [name, value === null ? 'unlimited' : value]
  })
  if (back.length > 0) await change(Object.fromEntries(back))
})

describe('permissions and time limits of edits', () => {
  const off = bad('Your organization has turned off message editing')
  const late = bad('The time limit for editing this message has passed')

  test('allow_message_editing, message_content_edit_limit_seconds', async () => {
    const id = await say('hamlet')
    await age(id, 700)
    expect(await refusal(edit('hamlet', id, { content: 'y' }))).toEqual(late)
    await change({ message_content_edit_limit_seconds: 1_000 })
    await ok(edit('hamlet', id, { content: 'y' }))
    await age(id, 100_000)
    expect(await refusal(edit('hamlet', id, { content: 'z' }))).toEqual(late)
    await change({ message_content_edit_limit_seconds: 'unlimited' })
    await ok(edit('hamlet', id, { content: 'z' }))
    await change({ allow_message_editing: false })
    expect(await refusal(edit('hamlet', id, { content: 'no' }))).toEqual(off)
    await ok(edit('hamlet', id, { topic: 'elsewhere' }))
  })

  test('message_content_delete_limit_seconds, can_delete_own_message_group, can_delete_any_message_group', async () => {
    const remove = (name: string, id: number) => as(name).delete(`/messages/${id}`)
    const denied = bad("You don't have permission to delete this message")
    const id = await say('hamlet')
    await age(id, 700)
    expect(await refusal(remove('hamlet', id))).toEqual(
      bad('The time limit for deleting this message has passed'),
    )
    await change({
      message_content_delete_limit_seconds: 'unlimited',
      can_delete_own_message_group: nobody(),
    })
    expect(await refusal(remove('hamlet', id))).toEqual(denied)
    expect(await refusal(remove('zoe', id))).toEqual(denied)
    await change({ can_delete_own_message_group: group('role:members') })
    await ok(remove('hamlet', id))
    await change({ can_delete_any_message_group: alone('zoe') })
    const other = await say('hamlet')
    expect(await refusal(remove('shiva', other))).toEqual(denied)
    expect(await refusal(remove('iago', other))).toEqual(denied)
    await ok(remove('zoe', other))
  })

  test('can_move_messages_between_topics_group, move_messages_within_stream_limit_seconds', async () => {
    await change({ can_move_messages_between_topics_group: group('role:moderators') })
    const id = await say('hamlet', 'before')
    const denied = bad("You don't have permission to edit this message")
    expect(await refusal(edit('hamlet', id, { topic: 'after' }))).toEqual(denied)
    await ok(edit('shiva', id, { topic: 'after' }))
    await change({
      can_move_messages_between_topics_group: group('role:everyone'),
      move_messages_within_stream_limit_seconds: 100,
    })
    await age(id, 200)
    expect(await refusal(edit('hamlet', id, { topic: 'later' }))).toEqual(
      bad("The time limit for editing this message's topic has passed"),
    )
    await ok(edit('shiva', id, { topic: 'later' })) // Moderators have no time limit.
    await change({ move_messages_within_stream_limit_seconds: 'unlimited' })
    await ok(edit('hamlet', id, { topic: 'last' }))
  })

  test('can_move_messages_between_channels_group, move_messages_between_streams_limit_seconds', async () => {
    const id = await say('hamlet')
    const to = { stream_id: world.channelId('Denmark') }
    await change({ can_move_messages_between_channels_group: nobody() })
    expect(await refusal(edit('hamlet', id, to))).toEqual(
      bad("You don't have permission to move this message"),
    )
    await change({
      can_move_messages_between_channels_group: alone('hamlet'),
      move_messages_between_streams_limit_seconds: 100,
    })
    await age(id, 200)
    expect(await refusal(edit('hamlet', id, to))).toEqual(
      bad("The time limit for editing this message's channel has passed"),
    )
    await change({ move_messages_between_streams_limit_seconds: 1_000 })
    await ok(edit('hamlet', id, to))
  })

  test('can_resolve_topics_group', async () => {
    const id = await say('hamlet', 'unsettled')
    await change({ can_resolve_topics_group: group('role:moderators') })
    expect(await refusal(edit('hamlet', id, { topic: '✔ unsettled' }))).toEqual(
      bad("You don't have permission to resolve topics."),
    )
    await ok(edit('shiva', id, { topic: '✔ unsettled' }))
    // Resolving is a separate permission.
    await change({
      can_resolve_topics_group: group('role:everyone'),
      can_move_messages_between_topics_group: nobody(),
    })
    await ok(edit('hamlet', id, { topic: 'unsettled' }))
  })
})

describe('message_edit_history_visibility_policy', () => {
  const historyOf = (id: number) => as('zoe').get(`/messages/${id}/history`)
  const shown = async (id: number) => (await ok(as('zoe').get(`/messages/${id}`))).message

  test('all, only moves, or none of the changes are visible, in messages, histories and events', async () => {
    const id = await say('hamlet', 'first')
    await ok(edit('hamlet', id, { content: 'secret was x' }))
    await ok(edit('hamlet', id, { topic: 'second' }))
    expect((await shown(id)).edit_history).toHaveLength(2)
    expect((await ok(historyOf(id))).message_history).toHaveLength(3)

    await change({ message_edit_history_visibility_policy: 'moves' })
    expect((await shown(id)).edit_history).toEqual([
      {
        user_id: world.userId('hamlet'),
        timestamp: expect.any(Number),
        prev_topic: 'first',
        topic: 'second',
      },
    ])
    const { message_history: moves } = await ok(historyOf(id))
    expect(moves.map(({ topic, content }: Body) => [topic, content])).toEqual([
      ['first', 'secret was x'],
      ['second', 'secret was x'],
    ])
    const received = await eventsDuring(['update_message'], ['zoe'], () =>
      ok(edit('hamlet', id, { content: 'z' })),
    )
    expect(received.zoe).toMatchObject([{ content: 'z' }])
    expect(received.zoe![0]).not.toHaveProperty('orig_content')
    expect(received.zoe![0]).not.toHaveProperty('orig_rendered_content')

    await change({ message_edit_history_visibility_policy: 'none' })
    expect(await shown(id)).not.toHaveProperty('edit_history')
    expect(await refusal(historyOf(id))).toEqual(bad('Message edit history is disabled in this organization'))

    await change({ message_edit_history_visibility_policy: 'all' })
    expect((await shown(id)).edit_history).toHaveLength(3)
  })
})

describe('topics_policy', () => {
  const unnamed = bad('Sending messages to the general chat is not allowed in this channel.')
  const policy = (name: string, topicsPolicy: ChannelRecord['topicsPolicy']) =>
    core
      .changeAsSystem(realm, async (tx) => {
        const channel = realm.channels.byName(name)!
        await tx.run(SET_POLICY, [channel.id, topicsPolicy])
        emitChange(tx, { type: '_channel', channel: { ...channel, topicsPolicy } })
      })
      .then(() => realm.sync())

  test('topics are required by the organization unless the channel overrides it', async () => {
    const id = await say('hamlet', 'named', 'x', 'Rome')
    await change({ topics_policy: 'disable_empty_topic' })
    for (const topic of ['', ' ', 'general chat', '(no topic)']) {
      expect(await refusal(send('hamlet', { type: 'channel', to: 'Rome', topic }))).toEqual(unnamed)
    }
    expect(await refusal(edit('hamlet', id, { topic: '' }))).toEqual(unnamed)
    await policy('Rome', 'allow_empty_topic')
    await ok(send('hamlet', { type: 'channel', to: 'Rome', topic: '' }))
    await policy('Rome', 'inherit')
    expect(await refusal(send('hamlet', { type: 'channel', to: 'Rome', topic: '' }))).toEqual(unnamed)
  })

  test('a channel can forbid the empty topic, or all others', async () => {
    await policy('Scotland', 'disable_empty_topic')
    expect(await refusal(send('othello', { type: 'channel', to: 'Scotland', topic: '' }))).toEqual(unnamed)
    const id = await say('othello', 'named', 'x', 'Scotland')
    const only = bad('Only the general chat topic is allowed in this channel.')
    await ok(join('desdemona', ['one-topic']))
    await realm.sync()
    const channel = realm.channels.byName('one-topic')!
    await policy('one-topic', 'empty_topic_only')
    expect(await refusal(send('desdemona', { type: 'channel', to: 'one-topic', topic: 'a' }))).toEqual(only)
    await ok(send('desdemona', { type: 'channel', to: 'one-topic', topic: '' }))
    expect(await refusal(edit('desdemona', id, { stream_id: channel.id }))).toEqual(only)
    await policy('Scotland', 'inherit')
  })
})

describe('direct messages', () => {
  const write = (name: string, ...to: string[]) =>
    send(name, { type: 'direct', to: to.map((person) => world.userId(person)) })
  const disabled = bad('Direct messages are disabled in this organization.')
  const unauthorized = bad('This conversation does not include any users who can authorize it.')
  const notBegun = bad('You do not have permission to initiate direct message conversations.')

  test('direct_message_permission_group: one permitted participant is enough; messages to bots and to oneself are always allowed', async () => {
    await change({ direct_message_permission_group: group('role:moderators') })
    expect(await refusal(write('hamlet', 'zoe'))).toEqual(unauthorized)
    expect(await refusal(write('hamlet', 'zoe', 'othello'))).toEqual(unauthorized)
    await ok(write('hamlet', 'shiva'))
    await ok(write('hamlet', 'zoe', 'iago'))
    await ok(write('hamlet', 'hamlet'))
    await ok(write('hamlet', 'greeter-bot'))
    await ok(write('greeter-bot', 'zoe'))
    await change({ direct_message_permission_group: nobody() })
    expect(await refusal(write('hamlet', 'zoe'))).toEqual(disabled)
    expect(await refusal(write('desdemona', 'zoe'))).toEqual(disabled)
  })

  test('direct_message_initiator_group: other users may reply but not start a conversation', async () => {
    await change({ direct_message_initiator_group: alone('prospero') })
    const to = ['cordelia', 'othello']
    expect(await refusal(write('hamlet', ...to))).toEqual(notBegun)
    expect(
      await refusal(
        as('hamlet').post('/scheduled_messages', {
          type: 'direct',
          to: to.map((person) => world.userId(person)),
          content: 'x',
          scheduled_delivery_timestamp: 4_000_000_000,
        }),
      ),
    ).toEqual(notBegun)
    await ok(write('prospero', 'hamlet', ...to))
    await ok(write('hamlet', 'prospero', ...to))
    expect(await refusal(write('hamlet', ...to))).toEqual(notBegun)
    await ok(write('hamlet', 'greeter-bot'))
  })
})

describe('can_mention_many_users_group', () => {
  const many = 16
  const channelRefused = bad('You do not have permission to use channel wildcard mentions in this channel.', {
    code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  })
  const topicRefused = bad('You do not have permission to use topic wildcard mentions in this topic.', {
    code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  })
  const crowd: Awaited<ReturnType<typeof newcomer>>[] = []

  beforeAll(async () => {
    await ok(join('iago', ['crowded', 'quiet']))
    await ok(join('hamlet', ['crowded', 'quiet']))
    for (let i = 0; i < many - 2; i++)
      crowd.push(await newcomer(core, realm, url, { email: `crowd${i}@demo.test` }))
    await ok(join('iago', ['crowded'], { principals: crowd.map(({ record }) => record.id) }))
  })

  test('in large channels and topics only its members mention everybody, by sending and by editing', async () => {
    const all = { type: 'channel', to: 'crowded', topic: 't', content: '@**all**' }
    expect(await refusal(send('hamlet', all))).toEqual(channelRefused)
    await ok(send('hamlet', { ...all, to: 'quiet' }))
    await ok(send('hamlet', { ...all, content: '@_**all** and `@**all**`' }))
    await ok(send('iago', all))
    const id = await say('hamlet', 't', 'x', 'crowded')
    expect(await refusal(edit('hamlet', id, { content: '@**channel**' }))).toEqual(channelRefused)
    await change({ can_mention_many_users_group: alone('hamlet') })
    await ok(edit('hamlet', id, { content: '@**channel**' }))
    await ok(send('hamlet', all))
    expect(await refusal(send('iago', all))).toEqual(channelRefused)
  })

  test('the participants of a topic are the users who sent or reacted in it', async () => {
    const topic = { type: 'channel', to: 'crowded', topic: 'round', content: '@**topic**' }
    await ok(send('hamlet', topic))
    const id = await say('iago', 'round', 'x', 'crowded')
    for (const [i, { record }] of crowd.entries()) {
      if (i < 5) {
        await world.sql(
          `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES (${id}, ${record.id}, 'tada', '1f389', 'unicode_emoji')`,
        )
      } else {
        await world.sql(
          `UPDATE message SET sender_id = ${record.id} WHERE id = ${await say('iago', 'round', 'x', 'crowded')}`,
        )
      }
      if (i === crowd.length - 2) await ok(send('hamlet', topic)) // Fifteen participants with its sender.
    }
    expect(await refusal(send('hamlet', topic))).toEqual(topicRefused)
    const mine = await say('hamlet', 'round', 'x', 'crowded')
    expect(await refusal(edit('hamlet', mine, { content: '@**topic**' }))).toEqual(topicRefused)
    await ok(send('iago', topic))
  })
})

test('default_code_block_language and inline_image_preview decide how messages are rendered', async () => {
  const rendered = async (content: string): Promise<string> => {
    await realm.sync()
    return (await ok(as('hamlet').post('/messages/render', { content }))).rendered
  }
  const code = '```\nlet x = 1\n```'
  expect(await rendered(code)).not.toContain('data-code-language')
  await change({ default_code_block_language: 'javascript' })
  expect(await rendered(code)).toContain('data-code-language="JavaScript"')
  const picture = 'https://pictures.test/ghost.png'
  expect(await rendered(picture)).toContain('message_inline_image')
  await change({ inline_image_preview: false })
  expect(await rendered(picture)).not.toContain('message_inline_image')
})

test('after an owner deactivates the organization, requests of all its users are rejected, and of no others', async () => {
  const refused = bad('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  for (const name of ['iago', 'hamlet', 'polonius']) {
    expect(await refusal(as(name).post('/realm/deactivate'))).toEqual(refused)
  }
  const { client } = foreign
  const queue = await client.ok(client.post('/register', { event_types: ['realm'] }))
  const waiting = client.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
  await client.ok(client.post('/realm/deactivate'))
  const answers = await Promise.all([waiting, client.get('/users/me'), client.post('/realm/deactivate')])
  expect((await refusal(client.get('/users/me'))).code).toBe('REALM_DEACTIVATED')
  expect(answers.at(-1)!.body.code).toBe('REALM_DEACTIVATED')
  await ok(as('hamlet').get('/users/me'))
})
