import { beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { Answer, Body, Client, Parameters } from '../../harness/client.ts'
import { as, core, foreign, ok, setUpStage, world } from './stage.ts'

setUpStage()

/** Objects of one organization, by kind. */
interface Things {
  readonly user: number
  readonly email: string
  readonly channel: number
  readonly channelName: string
  readonly message: number
  readonly direct: number
  readonly draft: number
  readonly snippet: number
  readonly queue: string
}
type Kind = keyof Things
type Operation = (client: Client, value: never) => Promise<Answer>

let made = 0

/** Creates one object of each kind in the organization of a client. */
async function things(client: Client, user: number, email: string): Promise<Things> {
  const channelName = `ours ${++made}`
  await ok(client.post('/users/me/presence', { status: 'active' }))
  await ok(
    client.post('/users/me/subscriptions', { subscriptions: [{ name: channelName }], invite_only: true }),
  )
  const channel = (await ok(client.get('/get_stream_id', { stream: channelName }))).stream_id
  const send = async (parameters: Parameters): Promise<number> =>
    (await ok(client.post('/messages', { content: 'ours alone', topic: 'ours', ...parameters }))).id
  const draft = { type: 'private', to: [user], topic: '', content: 'ours' }
  const snippet = { title: 'ours', content: 'ours' }
  const message = await send({ type: 'channel', to: channel })
  const direct = await send({ type: 'direct', to: [user] })
  for (const id of [message, direct])
    await ok(client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  return {
    user,
    email,
    channel,
    channelName,
    message,
    direct,
    draft: (await ok(client.post('/drafts', { drafts: [draft] }))).ids[0],
    snippet: (await ok(client.post('/saved_snippets', snippet))).saved_snippet_id,
    queue: (await ok(client.post('/register', { fetch_event_types: [] }))).queue_id,
  }
}

/** Ids that do not exist. */
const NOTHING: Things = {
  user: 987_654,
  email: 'nobody@nowhere.test',
  channel: 987_654,
  channelName: 'no such channel',
  message: 987_654,
  direct: 987_654,
  draft: 987_654,
  snippet: 987_654,
  queue: '00000000-0000-4000-8000-000000000000',
}

const range = { num_before: 10, num_after: 10, anchor: 'newest' }
const narrowed = (client: Client, operator: string, operand: unknown) =>
  client.get('/messages', { ...range, narrow: [{ operator, operand }] })
const drafted = (fields: object) => [{ type: 'private', to: [], topic: '', content: 'mine', ...fields }]
const mine = '/users/me/subscriptions'

const ENDPOINTS: [string, readonly Kind[], Operation][] = [
  [
    'POST /messages',
    ['channel', 'channelName'],
    (c, to) => c.post('/messages', { type: 'channel', to, topic: 'x', content: 'x' }),
  ],
  [
    'POST /messages',
    ['user', 'email'],
    (c, to) => c.post('/messages', { type: 'direct', to: [to], content: 'x' }),
  ],
  ['GET /messages by channel', ['channel', 'channelName'], (c, id) => narrowed(c, 'channel', id)],
  ['GET /messages by sender', ['user', 'email'], (c, id) => narrowed(c, 'sender', id)],
  ['GET /messages by conversation', ['user'], (c, id) => narrowed(c, 'dm', [id])],
  ['GET /messages by conversation', ['email'], (c, email) => narrowed(c, 'dm', email)],
  [
    'GET /messages around',
    ['message', 'direct'],
    (c, anchor) => c.get('/messages', { num_before: 0, num_after: 0, anchor }),
  ],
  ['GET /messages/{id}', ['message', 'direct'], (c, id) => c.get(`/messages/${id}`)],
  [
    'PATCH /messages/{id}',
    ['message', 'direct'],
    (c, id) => c.patch(`/messages/${id}`, { content: 'taken over' }),
  ],
  ['DELETE /messages/{id}', ['message', 'direct'], (c, id) => c.delete(`/messages/${id}`)],
  ['GET /messages/{id}/history', ['message', 'direct'], (c, id) => c.get(`/messages/${id}/history`)],
  [
    'GET /messages/{id}/read_receipts',
    ['message', 'direct'],
    (c, id) => c.get(`/messages/${id}/read_receipts`),
  ],
  [
    'POST /messages/{id}/report',
    ['message', 'direct'],
    (c, id) => c.post(`/messages/${id}/report`, { report_type: 'spam' }),
  ],
  [
    'POST /messages/{id}/reactions',
    ['message', 'direct'],
    (c, id) => c.post(`/messages/${id}/reactions`, { emoji_name: 'heart' }),
  ],
  [
    'DELETE /messages/{id}/reactions',
    ['message', 'direct'],
    (c, id) => c.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
  ],
  [
    'POST /messages/{id}/typing',
    ['message', 'direct'],
    (c, id) => c.post(`/messages/${id}/typing`, { op: 'start' }),
  ],
  [
    'POST /messages/flags',
    ['message', 'direct'],
    (c, id) => c.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
  ],
  [
    'POST /messages/flags/narrow',
    ['channel', 'channelName'],
    (c, operand) =>
      c.post('/messages/flags/narrow', {
        ...range,
        narrow: [{ operator: 'channel', operand }],
        op: 'add',
        flag: 'read',
      }),
  ],
  ['POST /mark_stream_as_read', ['channel'], (c, stream_id) => c.post('/mark_stream_as_read', { stream_id })],
  [
    'POST /mark_topic_as_read',
    ['channel'],
    (c, stream_id) => c.post('/mark_topic_as_read', { stream_id, topic_name: 'ours' }),
  ],
  [
    'POST /submessage',
    ['message', 'direct'],
    (c, message_id) => c.post('/submessage', { message_id, msg_type: 'widget', content: '{}' }),
  ],
  [
    'POST /streams/{id}/delete_topic',
    ['channel'],
    (c, id) => c.post(`/streams/${id}/delete_topic`, { topic_name: 'ours' }),
  ],
  ['GET /users/me/{id}/topics', ['channel'], (c, id) => c.get(`/users/me/${id}/topics`)],
  ['GET /get_stream_id', ['channelName'], (c, stream) => c.get('/get_stream_id', { stream })],
  [
    'POST subscriptions for another',
    ['user', 'email'],
    (c, who) => c.post(mine, { subscriptions: [{ name: 'mine' }], principals: [who] }),
  ],
  ['DELETE subscriptions', ['channelName'], (c, name) => c.delete(mine, { subscriptions: [name] })],
  [
    'DELETE subscriptions of another',
    ['user', 'email'],
    (c, who) => c.delete(mine, { subscriptions: ['mine'], principals: [who] }),
  ],
  ['GET /users', ['user'], (c, id) => c.get('/users', { user_ids: [id] })],
  ['GET /users/{id}', ['user', 'email'], (c, id) => c.get(`/users/${id}`)],
  ['GET /users/{id}/presence', ['user', 'email'], (c, id) => c.get(`/users/${id}/presence`)],
  ['GET /users/{id}/status', ['user'], (c, id) => c.get(`/users/${id}/status`)],
  [
    'POST /users/{id}/status',
    ['user'],
    (c, id) => c.post(`/users/${id}/status`, { status_text: 'taken over' }),
  ],
  ['POST /typing', ['user'], (c, id) => c.post('/typing', { type: 'direct', op: 'start', to: [id] })],
  [
    'POST /typing',
    ['channel'],
    (c, id) => c.post('/typing', { type: 'channel', op: 'start', stream_id: id, topic: 'ours' }),
  ],
  [
    'POST /user_topics',
    ['channel'],
    (c, id) => c.post('/user_topics', { stream_id: id, topic: 'ours', visibility_policy: 1 }),
  ],
  ['POST /drafts', ['user'], (c, id) => c.post('/drafts', { drafts: drafted({ to: [id] }) })],
  [
    'POST /drafts',
    ['channel'],
    (c, id) => c.post('/drafts', { drafts: drafted({ type: 'stream', to: [id] }) }),
  ],
  ['PATCH /drafts/{id}', ['draft'], (c, id) => c.patch(`/drafts/${id}`, { draft: drafted({})[0] })],
  ['DELETE /drafts/{id}', ['draft'], (c, id) => c.delete(`/drafts/${id}`)],
  [
    'PATCH /saved_snippets/{id}',
    ['snippet'],
    (c, id) => c.patch(`/saved_snippets/${id}`, { title: 'taken over' }),
  ],
  ['DELETE /saved_snippets/{id}', ['snippet'], (c, id) => c.delete(`/saved_snippets/${id}`)],
  [
    'GET /events',
    ['queue'],
    (c, queue_id) => c.get('/events', { queue_id, last_event_id: -1, dont_block: true }),
  ],
  ['DELETE /events', ['queue'], (c, queue_id) => c.delete('/events', { queue_id })],
  ['POST /dev_fetch_api_key', ['email'], (c, username) => c.post('/dev_fetch_api_key', { username })],
  [
    'POST /messages/render',
    ['channelName'],
    (c, name) => c.post('/messages/render', { content: `#**${name}**` }),
  ],
  ['POST /messages/render', ['user'], (c, id) => c.post('/messages/render', { content: `@**|${id}**` })],
]

let ours: Things
let theirs: Things
beforeAll(async () => {
  const owner = world.userId('desdemona')
  ours = await things(as('desdemona'), owner, 'desdemona@demo.test')
  theirs = await things(foreign.client, foreign.id, 'owner@other.test')
})

const HEAD = statement('test.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const headOf = async (realm: number) => (await core.db.run<{ seq: number }>(HEAD, [realm]))[0]!.seq

/** A response without the id or name of its request. */
function withoutName({ status, body }: Answer, value: unknown): Body {
  const name = String(value).replace(/\W/g, '\\$&')
  return {
    status,
    ...JSON.parse(JSON.stringify(body).replace(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'), '0')),
  }
}

const ROWS = ENDPOINTS.flatMap(([endpoint, kinds, request]) =>
  kinds.map((kind) => [endpoint, kind, request] as const),
)

describe.each([
  ['an owner, of another organization', () => as('desdemona'), () => theirs, () => 'other'],
  ['the other’s owner, of this one', () => foreign.client, () => ours, () => 'demo'],
])('the response to %s of another organization', (_, client, things, whose) => {
  test.each(ROWS)('%s with a foreign %s gets the response for a missing one', async (_, kind, request) => {
    const realm =
      whose() === 'demo' ? world.organization.realmId : (await core.realms.byHost('localhost'))!.id
    const before = await headOf(realm)
    const value = things()[kind]
    const answer = withoutName(await request(client(), value as never), value)
    const nothing = withoutName(await request(client(), NOTHING[kind] as never), NOTHING[kind])
    expect(answer).toEqual(nothing)
    expect(answer.status).not.toBe(500)
    expect(JSON.stringify(answer)).not.toMatch(/ours alone/)
    expect(await headOf(realm)).toBe(before)
  })
})

/** Reports need a channel that receives them, which is not set. */
const OF_USE = ROWS.filter(([endpoint]) => endpoint !== 'POST /messages/{id}/report')

test.each(OF_USE)('%s with its %s works for its own organization', async (_, kind, request) => {
  const owner = as('desdemona')
  const own = await things(owner, world.userId('desdemona'), 'desdemona@demo.test')
  expect((await request(owner, own[kind] as never)).body).toMatchObject({ result: 'success' })
})

test('no object of either organization has changed', async () => {
  for (const [client, { message, direct, draft }] of [
    [as('desdemona'), ours],
    [foreign.client, theirs],
  ] as const) {
    for (const id of [message, direct]) {
      const read = await ok(client.get(`/messages/${id}`, { apply_markdown: false }))
      expect(read.message).toMatchObject({
        content: 'ours alone',
        reactions: [{ emoji_name: 'tada' }],
        submessages: [],
      })
    }
    const { drafts } = await ok(client.get('/drafts'))
    expect(drafts.find((candidate: Body) => candidate.id === draft).content).toBe('ours')
  }
})
