import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Narrow, narrowTerms } from '../../../../../gateway/web/model/narrow.ts'
import type { Message, Registration, ServerEvent } from '../../../../../gateway/web/model/wire.ts'
import { registerOptions } from '../../../../../gateway/web/store/requests/register-options.ts'
import { LIST_LENGTH, type MessageList } from '../../../../../gateway/web/store/state/messages.ts'
import { Store } from '../../../../../gateway/web/store/state/store.ts'
import type { Answer, Body, Client } from '../../../../harness/client.ts'
import { checkProperty } from '../../../../harness/property.ts'
import { Queue } from '../../../../harness/queue.ts'
import { World } from '../../../../harness/world.ts'

const ACTORS = ['iago', 'hamlet', 'cordelia'] as const
const CHANNELS = ['Verona', 'Denmark']
// No two topics differ by case only: the event of a move has the mover's spelling, messages have the stored
// one.
const TOPICS = ['a', 'b', '✔ a', 'c']
const FLAGS = ['read', 'starred', 'collapsed']
const RUNS = 8

let world: World
let url: string
/**
 * Messages of this run in channels, the oldest first: the event of a deleted direct message does not contain
 * its participants.
 */
let sent: number[] = []

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
})
afterAll(() => world?.close())

type Operation = (client: Client, n: number, m: number) => Promise<Answer>
const message = (n: number) => sent.at(-1 - n) ?? 0
const channel = (n: number) => world.channelId(CHANNELS[n % CHANNELS.length]!)
const topic = (n: number) => TOPICS[n % TOPICS.length]!
const emoji = (n: number) => ({ emoji_name: ['tada', 'smile', 'octopus'][n % 3]! })

/** The requests of users; the server may refuse them. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  send: (c, n, m) =>
    c.post('/messages', { type: 'channel', to: CHANNELS[n % 2], topic: topic(m), content: `message ${n}` }),
  mention: (c, n) =>
    c.post('/messages', {
      type: 'channel',
      to: CHANNELS[n % 2],
      topic: 'a',
      content: `hello @**King Hamlet|${world.userId('hamlet')}**`,
    }),
  direct: (c, n) =>
    c.post('/messages', {
      type: 'direct',
      to: [world.userId('hamlet'), world.userId(['cordelia', 'zoe'][n % 2]!)],
      content: 'psst',
    }),
  poll: (c) =>
    c.post('/messages', { type: 'channel', to: 'Verona', topic: 'a', content: '/poll When?\nnow\nlater' }),
  vote: (c, n, m) =>
    c.post('/submessage', {
      message_id: message(n),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: `canned,${m % 2}`, vote: 1 }),
    }),
  edit: (c, n, m) =>
    c.patch(`/messages/${message(n)}`, {
      content: m % 3 === 0 ? `@**King Hamlet|${world.userId('hamlet')}**` : `edited ${m} **now**`,
    }),
  moveOne: (c, n, m) => c.patch(`/messages/${message(n)}`, { topic: topic(m), propagate_mode: 'change_one' }),
  moveLater: (c, n, m) =>
    c.patch(`/messages/${message(n)}`, { topic: topic(m), propagate_mode: 'change_later' }),
  moveAll: (c, n, m) => c.patch(`/messages/${message(n)}`, { topic: topic(m), propagate_mode: 'change_all' }),
  moveAway: (c, n, m) =>
    c.patch(`/messages/${message(n)}`, { stream_id: channel(m), propagate_mode: 'change_all' }),
  delete: (c, n) => c.delete(`/messages/${message(n)}`),
  react: (c, n, m) => c.post(`/messages/${message(n)}/reactions`, emoji(m)),
  unreact: (c, n, m) => c.delete(`/messages/${message(n)}/reactions`, emoji(m)),
  flag: (c, n, m) =>
    c.post('/messages/flags', {
      messages: [message(n), message(n + 1)].filter(Boolean),
      op: m % 2 ? 'add' : 'remove',
      flag: FLAGS[m % FLAGS.length],
    }),
  readAll: (c) => c.post('/mark_all_as_read'),
  policy: (c, n, m) =>
    c.post('/user_topics', { stream_id: channel(n), topic: topic(m), visibility_policy: (n + m) % 4 }),
  describe: (c, n, m) => c.patch(`/streams/${channel(n)}`, { description: `about **${m}**` }),
  privacy: (c, n, m) =>
    c.patch(`/streams/${channel(n)}`, {
      is_private: m % 3 === 0,
      is_web_public: m % 3 === 1,
      history_public_to_subscribers: true,
    }),
  mute: (c, n, m) =>
    c.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channel(n), property: 'is_muted', value: m % 2 === 0 }],
    }),
  alertWord: (c, n, m) =>
    n % 2
      ? c.post('/users/me/alert_words', { alert_words: [`word ${m}`] })
      : c.delete('/users/me/alert_words', { alert_words: [`word ${m}`] }),
  muteUser: (c, n) => {
    const path = `/users/me/muted_users/${world.userId('zoe')}`
    return n % 2 ? c.post(path) : c.delete(path)
  },
  profileField: (c, n) => c.post('/realm/profile_fields', { name: `field ${n}`, field_type: n % 2 ? 1 : 8 }),
  profile: (c, n, m) =>
    c.patch('/users/me/profile_data', {
      data: [{ id: n + 1, value: m % 3 === 0 ? null : `value *${m}*` }],
    }),
  name: (c, n) => c.patch(`/users/${world.userId('zoe')}`, { full_name: `Zoe ${n}` }),
  group: (c, n) => c.post('/user_groups/create', { name: `g${n}`, description: '', members: [] }),
  rules: (c, n) => c.patch('/realm', { message_content_edit_limit_seconds: 600 + n }),
}

/** Operations that send messages occur more often, so that the others find some. */
const kind = fc.constantFrom(...Object.keys(OPERATIONS), 'send', 'send', 'mention', 'direct', 'react', 'flag')
const step = fc.record({ kind, actor: fc.constantFrom(...ACTORS), n: fc.nat(7), m: fc.nat(7) })

async function take({ kind, actor, n, m }: { kind: string; actor: string; n: number; m: number }) {
  const { status, body } = await OPERATIONS[kind]!(world.client(url, actor), n, m)
  if (status >= 500) throw new Error(`${kind}: ${JSON.stringify(body)}`)
  if (status === 200 && typeof body.id === 'number' && kind !== 'direct') sent.push(body.id)
}

const narrows = (): Narrow[] => [
  { kind: 'topic', channel: channel(0), topic: 'a' },
  { kind: 'topic', channel: channel(0), topic: '✔ a' },
  { kind: 'topic', channel: channel(1), topic: 'b' },
  { kind: 'channel', channel: channel(0) },
  { kind: 'channel', channel: channel(1) },
  { kind: 'direct', people: [world.userId('cordelia')] },
  { kind: 'mentions' },
  { kind: 'starred' },
]

const PRESENTED = { client_gravatar: true, allow_empty_topic_name: true }

/** Loads the newest messages of a list as the client does: all of them, so that lists can be compared. */
async function load(client: Client, store: Store, list: MessageList): Promise<void> {
  const fetched = await client.ok(
    client.get('/messages', {
      anchor: 'newest',
      num_before: LIST_LENGTH,
      num_after: 0,
      narrow: narrowTerms(list.narrow),
      ...PRESENTED,
    }),
  )
  for (const message of fetched.messages) store.messages.keep(message)
  list.change({
    ids: fetched.messages.map(({ id }: Message) => id),
    hasOldest: fetched.found_oldest,
    hasNewest: true,
    status: 'ready',
  })
}

/** Loads the data that the store requested, as the client does. */
async function loadMissing(client: Client, store: Store, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { messages } = await client.ok(client.get('/messages', { message_ids: ids, ...PRESENTED }))
  store.fill(messages)
}

/** The visible data of each message of a list in a store. */
const shown = (store: Store, list: MessageList) =>
  list.stretch.value.ids.map((id) => {
    const message = store.messages.get(id)!.value
    return {
      id,
      content: message.content,
      subject: message.subject,
      channel: message.stream_id,
      flags: message.flags.filter((flag) => flag !== 'historical').sort(),
      reactions: message.reactions.map((one) => `${one.emoji_code} ${one.user_id}`).sort(),
      submessages: message.submessages.map(({ content }) => content),
      edited: message.last_edit_timestamp,
    }
  })

/** All state of a store, in comparable form. */
const state = (store: Store) => ({
  realm: store.realm.value,
  settings: store.settings.value,
  people: store.people.value,
  channels: store.channels.value,
  allChannels: store.allChannels.value,
  channelRules: store.channelRules.value,
  topicPolicies: store.topicPolicies.value,
  alertWords: store.alertWords.value,
  mutedUsers: store.mutedUsers.value,
  profileFields: store.profileFields.value,
  // Topics that differ by case are one conversation, with the first spelling.
  unread: store.unread.value.placeOf,
  mentions: store.unread.value.mentions,
  direct: store.direct.value,
  starred: store.starred.value,
  groups: store.groups.value,
  messageRules: store.messageRules.value,
})

test('after any events the store equals the store of a new registration', { timeout: 600_000 }, async () => {
  const hamlet = world.client(url, 'hamlet')
  const register = (): Promise<Body> => hamlet.ok(hamlet.post('/register', registerOptions))
  await checkProperty(fc.array(step, { minLength: 20, maxLength: 50 }), RUNS, async (steps) => {
    sent = []
    for (const step of steps.slice(0, 10)) await take(step)
    const initial = await register()
    const store = new Store(initial as Registration)
    const missing: number[] = []
    store.onMissing = (ids) => missing.push(...ids)
    for (const narrow of narrows()) await load(hamlet, store, store.messages.list(narrow))

    for (const step of steps.slice(10)) await take(step)
    const iago = world.client(url, 'iago')
    const { id: marker } = await iago.ok(
      iago.post('/messages', { type: 'direct', to: [world.userId('hamlet')], content: 'Done.' }),
    )
    const events = await Queue.of(hamlet, initial).upTo(marker)
    for (const event of events) store.apply(event as ServerEvent)
    await loadMissing(hamlet, store, missing)

    const fresh = new Store((await register()) as Registration)
    for (const [name, expected] of Object.entries(state(fresh)))
      expect([name, state(store)[name as keyof ReturnType<typeof state>]]).toEqual([name, expected])
    for (const narrow of narrows()) {
      await load(hamlet, fresh, fresh.messages.list(narrow))
      const expected = shown(fresh, fresh.messages.list(narrow))
      const actual = shown(store, store.messages.list(narrow))
      expect([narrow, actual.map(({ id }) => id)]).toEqual([narrow, expected.map(({ id }) => id)])
      expect(actual).toEqual(expected)
    }
  })
})

test('what is unread after leaving, moves and coming back is what a new registration says', async () => {
  const hamlet = world.client(url, 'hamlet')
  const iago = world.client(url, 'iago')
  const register = (): Promise<Body> => hamlet.ok(hamlet.post('/register', registerOptions))
  const change = (method: 'post' | 'delete', name: string) => {
    const subscriptions = method === 'post' ? [{ name }] : [name]
    return hamlet.ok(hamlet[method]('/users/me/subscriptions', { subscriptions }))
  }
  await change('post', 'Rome')
  const initial = await register()
  const store = new Store(initial as Registration)
  const send = async (to: string): Promise<number> => {
    const content = `@**King Hamlet|${world.userId('hamlet')}**`
    return (await iago.ok(iago.post('/messages', { type: 'channel', to, topic: 'left', content }))).id
  }
  const there = await send('Rome')
  const moved = await send('Denmark')
  await change('delete', 'Rome')
  const place = { stream_id: world.channelId('Rome'), propagate_mode: 'change_one' }
  await iago.ok(iago.patch(`/messages/${moved}`, place))
  await change('post', 'Rome')
  const last = await send('Rome')
  for (const event of await Queue.of(hamlet, initial).upTo(last)) store.apply(event as ServerEvent)

  const { placeOf, mentions } = new Store((await register()) as Registration).unread.value
  expect(store.unread.value).toMatchObject({ placeOf, mentions })
  expect([there, moved, last].filter((id) => mentions.has(id))).toEqual([last])
})
