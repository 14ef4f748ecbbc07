import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

let world: World
/** Two gateways. */
let urls: string[]
let cores: Core[]

beforeAll(async () => {
  world = await World.create()
  const gateways = [await world.gateway(), await world.gateway()]
  urls = gateways.map(({ url }) => url)
  cores = gateways.map(({ gateway }) => gateway.core)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const at = (gateway: number, name: string): Client => world.client(urls[gateway]!, name)
const owner = () => at(0, 'desdemona')
const mark = (gateway: number, name: string, op: string, flag: string, messages: readonly number[]) =>
  at(gateway, name).post('/messages/flags', { op, flag, messages })

async function send(channel: string | null, name = 'desdemona', topic = 'plans'): Promise<number> {
  const to =
    channel === null
      ? { type: 'direct', to: [world.userId('hamlet')] }
      : { type: 'channel', to: channel, topic }
  return (await at(0, name).ok(at(0, name).post('/messages', { ...to, content: 'x' }))).id
}

/** Waits until both gateways know the whole log. */
async function settle(): Promise<void> {
  for (const core of cores) await core.realms.inMemory(world.organization.realmId as RealmId)?.catchUp()
}

const flagsOf = async (name: string, id: number): Promise<string[]> => {
  const { messages } = await at(0, name).ok(at(0, name).get('/messages', { message_ids: [id] }))
  return messages[0].flags
}

test.each([
  ['a channel', 'Verona', 'hamlet'],
  ['a channel of a guest', 'Verona', 'polonius'],
  ['a direct conversation', null, 'hamlet'],
  ['a private channel', 'core team', 'iago'],
  ['an open channel without a subscription', 'Venice', 'hamlet'],
])('marks a message of %s', async (_, channel, name) => {
  const id = await send(channel)
  await settle()
  const isSubscribed = channel !== 'Venice'
  for (const [op, flag, isChange] of [
    ['add', 'starred', true],
    ['add', 'starred', false],
    ['add', 'read', isSubscribed],
    ['remove', 'starred', true],
    ['add', 'collapsed', true],
  ] as const) {
    const { body } = await mark(0, name, op, flag, [id])
    expect(body).toMatchObject({ result: 'success', messages: isChange ? [id] : [] })
  }
  expect(await flagsOf(name, id)).toEqual(expect.arrayContaining(['read', 'collapsed']))
})

test('a message that is unread again has its place in the event', async () => {
  const topic = 'a "topic" \\ \u2028 😀'
  const id = await send('Verona', 'desdemona', topic)
  await settle()
  await mark(0, 'hamlet', 'add', 'read', [id])
  expect((await mark(0, 'hamlet', 'remove', 'read', [id])).body.messages).toEqual([id])
  const [{ payload } = { payload: '' }] = await world.sql<{ payload: string }>(
    `SELECT payload FROM event_log WHERE payload LIKE '{"type":"update_message_flags"%' ORDER BY seq DESC LIMIT 1`,
  )
  const place = { type: 'stream', stream_id: world.channelId('Verona'), topic, unmuted_stream_msg: true }
  const operation = { op: 'remove', operation: 'remove', flag: 'read' }
  const details = { messages: [id], all: false, message_details: { [id]: place } }
  expect(payload).toBe(JSON.stringify({ type: 'update_message_flags', ...operation, ...details }))
})

test('messages of channels without a subscription stay read', async () => {
  const ids = [await send('Venice'), await send('Verona')]
  await mark(0, 'hamlet', 'add', 'read', ids)
  const { body } = await mark(0, 'hamlet', 'remove', 'read', ids)
  expect(body).toMatchObject({
    messages: [ids[1]],
    ignored_because_not_subscribed_channels: [world.channelId('Venice')],
  })
})

const refused: Body = { result: 'error', msg: 'Invalid message(s)' }

test.each(['starred', 'read'])(
  'a message that does not exist is refused, and nothing is %s',
  async (flag) => {
    const id = await send('Verona')
    await settle()
    expect((await mark(0, 'hamlet', 'add', flag, [id, 2_000_000_000])).body).toMatchObject(refused)
    expect(await flagsOf('hamlet', id)).not.toContain(flag)
    expect((await mark(0, 'hamlet', 'add', flag, [id])).body).toMatchObject({ messages: [id] })
  },
)

test('messages that a guest may not read are refused, and so are those of a guest who was a member', async () => {
  const id = await send('Venice')
  await settle()
  expect((await mark(0, 'polonius', 'add', 'starred', [id])).body).toMatchObject(refused)
  expect((await mark(0, 'hamlet', 'add', 'starred', [id])).body).toMatchObject({ messages: [id] })
  await owner().ok(owner().patch(`/users/${world.userId('hamlet')}`, { role: 600 }))
  // The second gateway may not know yet.
  expect((await mark(1, 'hamlet', 'remove', 'starred', [id])).body).toMatchObject(refused)
  await owner().ok(owner().patch(`/users/${world.userId('hamlet')}`, { role: 400 }))
})

test('messages of a private channel are refused to who was just removed, at both gateways', async () => {
  const id = await send('core team')
  await settle()
  expect((await mark(1, 'iago', 'add', 'starred', [id])).body).toMatchObject({ messages: [id] })
  const principals = JSON.stringify([world.userId('iago')])
  const subscriptions = ['core team']
  await owner().ok(owner().delete('/users/me/subscriptions', { subscriptions, principals }))
  for (const gateway of [1, 0])
    expect((await mark(gateway, 'iago', 'remove', 'starred', [id])).body).toMatchObject(refused)
  await owner().ok(
    owner().post('/users/me/subscriptions', { subscriptions: [{ name: 'core team' }], principals }),
  )
  // The history is not shared, but the message was received.
  expect((await mark(1, 'iago', 'remove', 'starred', [id])).body).toMatchObject({ messages: [id] })
})

test('messages from before a subscription are refused where the history is protected', async () => {
  const channel = world.channelId('core team')
  await owner().ok(
    owner().patch(`/streams/${channel}`, { is_private: true, history_public_to_subscribers: false }),
  )
  const id = await send('core team')
  const form = {
    subscriptions: [{ name: 'core team' }],
    principals: JSON.stringify([world.userId('othello')]),
  }
  await owner().ok(owner().post('/users/me/subscriptions', form))
  const later = await send('core team')
  await settle()
  expect((await mark(0, 'othello', 'add', 'starred', [id])).body).toMatchObject(refused)
  expect((await mark(0, 'othello', 'add', 'starred', [later])).body).toMatchObject({ messages: [later] })
})

test('the key of somebody who was just deactivated marks nothing at the other gateway', async () => {
  const id = await send('Verona')
  await settle()
  await owner().ok(owner().delete(`/users/${world.userId('zoe')}`))
  expect(await mark(1, 'zoe', 'add', 'starred', [id])).toMatchObject({ status: 401 })
  expect(
    await world.sql('SELECT FROM message_flag WHERE message_id = $1 AND user_id = $2', [
      id,
      world.userId('zoe'),
    ]),
  ).toEqual([])
})

test('a message whose notification must be removed is marked in a transaction with the job', async () => {
  const ids = [await send('Verona'), await send('Verona')]
  const realm = cores[0]!.realms.inMemory(world.organization.realmId as RealmId)!
  await settle()
  vi.spyOn(realm, 'record', 'get').mockReturnValue({ ...realm.record, usesWebPush: true })
  await world.sql('INSERT INTO pushed_message (user_id, message_id) VALUES ($1, $2)', [
    world.userId('hamlet'),
    ids[0],
  ])
  expect((await mark(0, 'hamlet', 'add', 'starred', ids)).body).toMatchObject({ messages: ids })
  expect((await mark(0, 'hamlet', 'add', 'read', [ids[1]!])).body).toMatchObject({ messages: [ids[1]] })
  expect((await mark(0, 'hamlet', 'add', 'read', [ids[0]!])).body).toMatchObject({ messages: [ids[0]] })
  expect(await world.sql('SELECT FROM pushed_message')).toEqual([])
})

test('more messages than the plan is good for change all the same', async () => {
  const first = await send('Verona')
  await world.sql(
    `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
     SELECT nextval('message_id_seq'), realm_id, conversation_id, channel_id, sender_id, 'test', 'x', 'x'
     FROM message CROSS JOIN generate_series(1, 100) WHERE id = $1`,
    [first],
  )
  const ids = (
    await world.sql<{ id: number }>('SELECT id::int FROM message WHERE id >= $1 ORDER BY id', [first])
  ).map(({ id }) => id)
  await settle()
  for (const some of [ids.slice(0, 100), ids]) {
    for (const [op, flag] of [
      ['add', 'starred'],
      ['add', 'read'],
      ['remove', 'read'],
      ['remove', 'starred'],
    ] as const) {
      expect((await mark(0, 'hamlet', op, flag, some)).body).toMatchObject({ messages: some })
    }
  }
})

test('two gateways that mark the same messages at once change each of them once', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await send('Verona'))
  await settle()
  for (const [op, flag] of [
    ['add', 'starred'],
    ['add', 'read'],
    ['remove', 'read'],
    ['remove', 'starred'],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => mark(n % 2, 'hamlet', op, flag, ids.slice(n % 3))),
    )
    const changed = answers.flatMap(({ body }) => body.messages as number[])
    expect(changed.sort((a, b) => a - b)).toEqual(ids)
  }
})
