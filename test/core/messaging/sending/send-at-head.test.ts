import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { StatementAtHead } from '../../../../core/platform/transactions/statement-at-head.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { Queue } from '../../../harness/queue.ts'
import { World } from '../../../harness/world.ts'

let world: World
/** Two gateways. */
let urls: string[]
let cores: Core[]
let runs: MockInstance<StatementAtHead<unknown>['run']>
/** The topic of the test. */
let topic: string
let count = 0

beforeAll(async () => {
  world = await World.create()
  const gateways = [await world.gateway(), await world.gateway()]
  urls = gateways.map(({ url }) => url)
  cores = gateways.map(({ gateway }) => gateway.core)
  // Otherwise a renamed topic changes hamlet's policies too, so that nothing of the topic stays known.
  const never = {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
  }
  await at(0).ok(at(0).patch('/settings', never))
})
beforeEach(() => {
  topic = `topic ${++count}`
  runs = vi.spyOn(StatementAtHead.prototype, 'run')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const at = (gateway: 0 | 1, name = 'hamlet'): Client => world.client(urls[gateway]!, name)

/** Waits until both gateways know the whole log. */
async function settle(): Promise<void> {
  for (const core of cores) await core.realms.inMemory(world.organization.realmId as RealmId)?.catchUp()
}

/** Sends a message of hamlet to Verona. Says whether one statement has stored it. */
async function send(gateway: 0 | 1, form: Body = {}): Promise<Body & { id: number; isAtHead: boolean }> {
  await settle()
  runs.mockClear()
  const hamlet = at(gateway)
  const body = { type: 'channel', to: 'Verona', topic, content: 'x', ...form }
  const answer = await hamlet.ok(hamlet.post('/messages', body))
  const [run] = await Promise.all(runs.mock.results.map(({ value }) => value))
  return { ...answer, id: answer.id, isAtHead: run !== undefined }
}

/** Sends until the first gateway stores the messages by one statement. Returns the id of the last one. */
async function sendUntilKnown(form: Body = {}): Promise<number> {
  for (let n = 0; n < 40; n++) {
    const { id, isAtHead } = await send(0, form)
    if (isAtHead) return id
  }
  throw new Error('no message was stored by one statement')
}

const placeOf = async (id: number): Promise<Body | undefined> =>
  (
    await world.sql(
      `SELECT c.topic, ch.name AS channel FROM message m JOIN conversation c ON c.id = m.conversation_id
       JOIN channel ch ON ch.id = m.channel_id WHERE m.id = $1`,
      [id],
    )
  )[0]
const policyOf = async (name: string): Promise<number | undefined> =>
  (
    await world.sql('SELECT visibility_policy AS policy FROM user_topic WHERE user_id = $1 AND topic = $2', [
      world.userId(name),
      topic,
    ])
  )[0]?.policy

const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }

test.each([0, 1] as const)(
  'a message to a topic that gateway %i has renamed begins a new topic',
  async (gateway) => {
    const id = await sendUntilKnown()
    const owner = at(gateway, 'desdemona')
    await owner.ok(
      owner.patch(`/messages/${id}`, { topic: 'renamed', propagate_mode: 'change_all', ...quiet }),
    )
    const { id: next } = await send(0)
    expect(await placeOf(id)).toEqual({ topic: 'renamed', channel: 'Verona' })
    expect(await placeOf(next)).toEqual({ topic, channel: 'Verona' })
  },
)

test('a message to a topic that was merged into another channel begins a new topic', async () => {
  const other = world.channelId('Denmark')
  const owner = at(1, 'desdemona')
  await owner.ok(owner.post('/messages', { type: 'channel', to: other, topic, content: 'other' }))
  const id = await sendUntilKnown()
  await owner.ok(owner.patch(`/messages/${id}`, { stream_id: other, propagate_mode: 'change_all', ...quiet }))
  const { id: next } = await send(0)
  expect([await placeOf(id), await placeOf(next)]).toEqual([
    { topic, channel: 'Denmark' },
    { topic, channel: 'Verona' },
  ])
})

test.each([0, 1] as const)(
  'a sender who has stopped following at gateway %i follows the topic again',
  async (gateway) => {
    const iago = at(0, 'iago')
    const policy = { automatically_follow_topics_policy: 2 }
    await iago.ok(iago.patch('/settings', policy))
    const sendAsIago = () =>
      iago.ok(iago.post('/messages', { type: 'channel', to: 'Verona', topic, content: 'x' }))
    for (let isKnown = false; !isKnown; ) {
      await settle()
      runs.mockClear()
      await sendAsIago()
      isKnown = (await runs.mock.results[0]?.value) !== undefined
    }
    expect(await policyOf('iago')).toBe(3)
    const elsewhere = at(gateway, 'iago')
    const stream_id = world.channelId('Verona')
    await elsewhere.ok(elsewhere.post('/user_topics', { stream_id, topic, visibility_policy: 0 }))
    await settle()
    expect(await sendAsIago()).toMatchObject({ automatic_new_visibility_policy: 3 })
  },
)

test('a sender who mutes the channel keeps the topic visible', async () => {
  const hamlet = at(0)
  await hamlet.ok(hamlet.patch('/settings', { automatically_unmute_topics_in_muted_streams_policy: 2 }))
  await sendUntilKnown()
  const property = { stream_id: world.channelId('Verona'), property: 'is_muted' }
  const mute = (value: boolean) =>
    hamlet.ok(
      hamlet.post('/users/me/subscriptions/properties', { subscription_data: [{ ...property, value }] }),
    )
  await mute(true)
  expect(await send(0)).toMatchObject({ automatic_new_visibility_policy: 2 })
  await mute(false)
})

test('ids increase when gateways send in turn', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await send(0)).id, (await send(1)).id, (await send(1)).id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

test('a direct message to a known conversation is stored by one statement', async () => {
  const id = await sendUntilKnown({ type: 'direct', to: [world.userId('zoe')], topic: undefined })
  const zoe = at(1, 'zoe')
  const { messages } = await zoe.ok(zoe.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
  expect(messages.at(-1)).toMatchObject({ id, type: 'private', content: '<p>x</p>' })
})

test('a message that was sent before at another gateway is not stored again', async () => {
  const queue = await Queue.register(at(0))
  await sendUntilKnown()
  const key = { queue_id: queue.id, local_id: '5' }
  const first = await send(1, key)
  await sendUntilKnown()
  expect((await send(0, key)).id).toBe(first.id)
  const next = { ...key, local_id: '6' }
  await sendUntilKnown()
  const sent = await send(0, next)
  expect((await send(1, next)).id).toBe(sent.id)
  expect((await send(0, next)).id).toBe(sent.id)
})

test('a mention that one statement stores is flagged for the mentioned', async () => {
  const iago = at(1, 'iago')
  // Otherwise the mention makes iago follow the topic, which needs a transaction.
  await iago.ok(iago.patch('/settings', { automatically_follow_topics_where_mentioned: false }))
  const id = await sendUntilKnown({ content: '@**Iago**' })
  const { messages } = await iago.ok(iago.get('/messages', { message_ids: [id] }))
  expect(messages[0].flags).toContain('mentioned')
})

test('a message and its event name the same second, though the clock of the gateway jumps', async () => {
  await sendUntilKnown()
  const now = Date.now
  let jump = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + jump)
  const ids: number[] = []
  for (const [n, by] of [0, 900, 0, -1_700, 300, 0, 60_000, 0].entries()) {
    for (let each = 0; each < 3; each++) ids.push((await send(0, { content: `${n} ${each}` })).id)
    jump = by
  }
  const rows = await world.sql(
    `SELECT (payload::json -> 'message' ->> 'timestamp')::int8 AS event, floor(extract(epoch FROM sent_at))::int8 AS stored
     FROM event_log e JOIN message m ON m.id = (e.payload::json -> 'message' ->> 'id')::int8
     WHERE e.payload LIKE '{"type":"message",%' AND m.id = ANY ($1::int8[])`,
    [ids],
  )
  expect(rows).toHaveLength(ids.length)
  for (const { event, stored } of rows) expect(event).toBe(stored)
})

test('a permission that another gateway has taken away is asked for', async () => {
  await sendUntilKnown()
  const owner = at(1, 'desdemona')
  const { user_groups } = await owner.ok(owner.get('/user_groups'))
  const group = (name: string) => user_groups.find((each: Body) => each.name === `role:${name}`).id
  const allow = (name: string) =>
    owner.ok(
      owner.patch(`/streams/${world.channelId('Verona')}`, { can_send_message_group: { new: group(name) } }),
    )
  await allow('administrators')
  const refused = await at(0).post('/messages', { type: 'channel', to: 'Verona', topic, content: 'x' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  await allow('everyone')
})

test('a sender whose message has failed with one before it in an empty topic starts the topic', async () => {
  const owner = at(0, 'desdemona')
  const { id } = await owner.ok(
    owner.post('/messages', { type: 'channel', to: 'Verona', topic, content: 'x' }),
  )
  await owner.ok(owner.delete(`/messages/${id}`))
  const follows = { automatically_follow_topics_policy: 3 }
  const [iago, cordelia] = [at(0, 'iago'), at(0, 'cordelia')]
  for (const sender of [iago, cordelia]) await sender.ok(sender.patch('/settings', follows))
  await world.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no memory' USING ERRCODE = '53200'; END $$`)
  await world.sql(`CREATE TRIGGER fails BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.sender_id = ${world.userId('iago')})
    EXECUTE FUNCTION fail()`)
  const sendAs = (sender: Client) =>
    sender.post('/messages', { type: 'channel', to: 'Verona', topic, content: 'x' })
  // A message waits for the log; both are in the batch after it.
  const answers = await cores[1]!.transact(world.organization.realmId as RealmId, async (tx) => {
    await tx.lockLog()
    const sent = [
      at(0).post('/messages', { type: 'channel', to: 'Verona', topic: `${topic} 2`, content: 'x' }),
    ]
    await expect
      .poll(() =>
        world.sql(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        ),
      )
      .toHaveLength(1)
    for (const sender of [iago, cordelia]) {
      sent.push(sendAs(sender))
      await sleep(100)
    }
    return sent
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503, 503])
  await world.sql('DROP TRIGGER fails ON message')
  const { body } = await sendAs(cordelia)
  expect(body).toMatchObject({ result: 'success', automatic_new_visibility_policy: 3 })
})
