import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, type MockInstance, test, vi } from 'vitest'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { StatementAtHead } from '../../../../core/platform/transactions/statement-at-head.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Answer, Body, Client } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { Queue } from '../../../harness/queue.ts'
import { World } from '../../../harness/world.ts'

const PEOPLE = ['hamlet', 'iago'] as const
const CHANNELS = ['Verona', 'Verona', 'Verona', 'Denmark'] as const
const TOPICS = ['plans', 'plans', 'plans', 'Plans', 'other'] as const
const CONTENTS = [
  'plain',
  '@**hamlet**, look',
  '@**topic** look',
  '/poll Where?',
  'https://example.com/',
] as const

/** An organization with two gateways. */
interface Side {
  readonly world: World
  readonly urls: readonly string[]
  /** Whether each message is stored in a transaction: something unknown precedes it. */
  readonly isModel: boolean
  readonly cores: readonly Core[]
  /** Their ids, in the order in which they were sent. */
  readonly messages: number[]
}

let sides: readonly Side[]
/** A setting of the model. Its changes invalidate the known inputs. */
let isChanged = false
let runs: MockInstance<StatementAtHead<unknown>['run']>

beforeAll(async () => {
  sides = await Promise.all(
    [false, true].map(async (isModel) => {
      const world = await World.create()
      const gateways = [await world.gateway(), await world.gateway()]
      return {
        ...{ world, isModel, messages: [] },
        urls: gateways.map(({ url }) => url),
        cores: gateways.map(({ gateway }) => gateway.core),
      }
    }),
  )
  // Sending or moving changes no policy of hamlet. So policies do not hide errors in the known conversations.
  const never = {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
  }
  for (const side of sides) {
    const hamlet = at(side, 0, 'hamlet')
    await hamlet.ok(hamlet.patch('/settings', never))
  }
  runs = vi.spyOn(StatementAtHead.prototype, 'run')
})
afterEach(() => runs.mockClear())
afterAll(() => Promise.all(sides.map(({ world }) => world.close())))

const at = ({ world, urls }: Side, gateway: number, name: string): Client =>
  world.client(urls[gateway]!, name)

/** The numbers of batches that one statement has stored. */
async function storedAtHead(): Promise<{ model: number; other: number }> {
  const count = { model: 0, other: 0 }
  for (const [n, { value }] of runs.mock.results.entries()) {
    const [database] = runs.mock.calls[n]!
    const isModel = sides[1]!.cores.some(({ db }) => db === database)
    if ((await value) !== undefined) count[isModel ? 'model' : 'other']++
  }
  return count
}

const gateway = fc.constantFrom(0, 0, 0, 0, 0, 1)
const person = fc.constantFrom(...PEOPLE)
const channel = fc.constantFrom(...CHANNELS)
const topic = fc.constantFrom(...TOPICS)
/** The message to change, counted from the newest. */
const which = fc.nat(3)
const kind = <const K extends string>(name: K) => fc.constant(name)

const send = fc.record({
  kind: kind('send'),
  gateway,
  person,
  channel: fc.option(channel, { freq: 4 }),
  topic,
  content: fc.oneof({ weight: 6, arbitrary: fc.constant('plain') }, fc.constantFrom(...CONTENTS)),
  localId: fc.option(fc.constantFrom('1', '2'), { freq: 2 }),
  times: fc.integer({ min: 1, max: 4 }),
})
const step = fc.oneof(
  { weight: 14, arbitrary: send },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('move'), gateway, which, topic, channel: fc.option(channel) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('rename'), gateway, which, topic, isQuiet: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('edit'), gateway, which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), gateway, which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('star'), gateway, person, which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('policy'), gateway, person, channel, topic, policy: fc.nat(3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('mute'), gateway, person, channel, isMuted: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('follow'), gateway, person, setting: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('leave'), gateway, person, channel }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('join'), gateway, person, channel }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Outcome {
  readonly status: number
  readonly code?: string
  readonly policy?: number
  /** The number of the message that was sent. */
  readonly number?: number
}

/** Makes a change. A refused change changes nothing. */
async function applyStep(side: Side, each: Step, queues: Readonly<Record<string, Queue>>): Promise<Outcome> {
  const { messages, world, cores } = side
  for (const core of cores) await core.realms.inMemory(world.organization.realmId as RealmId)?.catchUp()
  if (each.kind === 'send' && side.isModel) {
    isChanged = !isChanged
    await at(side, each.gateway, 'desdemona').patch('/settings', { twenty_four_hour_time: isChanged })
  }
  const id = 'which' in each ? messages.at(-1 - each.which) : 0
  if (id === undefined) return { status: 0 }
  const { status, body } = await request(side, each, id, queues)
  if (each.kind !== 'send' || status !== 200) return { status, code: body.code }
  if (!messages.includes(body.id)) messages.push(body.id)
  return { status, policy: body.automatic_new_visibility_policy, number: messages.indexOf(body.id) }
}

/** `id`: the message to change. */
function request(
  side: Side,
  each: Step,
  id: number,
  queues: Readonly<Record<string, Queue>>,
): Promise<Answer> {
  const { world } = side
  const owner = at(side, each.gateway, 'desdemona')
  const own = at(side, each.gateway, 'person' in each ? each.person : 'desdemona')
  switch (each.kind) {
    case 'send': {
      const { channel: name, topic, content, localId, person } = each
      const to =
        name === null
          ? { type: 'direct', to: [world.userId('zoe')] }
          : { type: 'channel', to: world.channelId(name), topic }
      const key = localId && { queue_id: queues[person]!.id, local_id: localId }
      return own.post('/messages', { ...to, content, ...key })
    }
    case 'move':
      return owner.patch(`/messages/${id}`, {
        topic: each.topic,
        ...(each.channel !== null && { stream_id: world.channelId(each.channel) }),
        propagate_mode: 'change_one',
        send_notification_to_new_thread: false,
      })
    case 'rename':
      return owner.patch(`/messages/${id}`, {
        topic: each.topic,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: !each.isQuiet,
      })
    case 'edit':
      return owner.patch(`/messages/${id}`, { content: 'edited' })
    case 'delete':
      return owner.delete(`/messages/${id}`)
    case 'star':
      return own.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] })
    case 'policy':
      return own.post('/user_topics', {
        stream_id: world.channelId(each.channel),
        topic: each.topic,
        visibility_policy: each.policy,
      })
    case 'mute':
      return own.post('/users/me/subscriptions/properties', {
        subscription_data: [
          { stream_id: world.channelId(each.channel), property: 'is_muted', value: each.isMuted },
        ],
      })
    case 'follow':
      return own.patch('/settings', { automatically_follow_topics_policy: each.setting })
    case 'leave':
      return own.delete('/users/me/subscriptions', { subscriptions: [each.channel] })
    case 'join':
      return own.post('/users/me/subscriptions', { subscriptions: [{ name: each.channel }] })
  }
}

const STORED = `
  SELECT m.id::int, u.full_name AS sender, m.content, m.rendered_content AS html, m.bits, c.topic, c.participant_ids IS NULL AS "inChannel",
    ch.name AS channel, c.newest_message_id::int AS newest,
    (SELECT json_agg(json_build_array(fu.full_name, f.bits) ORDER BY fu.full_name)
     FROM message_flag f JOIN user_account fu ON fu.id = f.user_id WHERE f.message_id = m.id) AS flags
  FROM message m JOIN user_account u ON u.id = m.sender_id JOIN conversation c ON c.id = m.conversation_id
  LEFT JOIN channel ch ON ch.id = m.channel_id WHERE m.realm_id = $1 ORDER BY m.id`
const POLICIES = `
  SELECT u.full_name AS name, ch.name AS channel, t.topic, t.visibility_policy AS policy
  FROM user_topic t JOIN user_account u ON u.id = t.user_id JOIN channel ch ON ch.id = t.channel_id ORDER BY 1, 2, lower(topic)`
/** Messages whose events name others, in the order of the log. */
const EVENTS = `
  SELECT (payload::json -> 'message' ->> 'id')::int AS id, (payload::json -> 'message' ->> 'timestamp')::int8 AS timestamp,
    payload::json -> 'message' ->> 'subject' AS subject, floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt"
  FROM event_log LEFT JOIN message m ON m.id = (payload::json -> 'message' ->> 'id')::int8
  WHERE event_log.realm_id = $1 AND payload LIKE '{"type":"message",%' ORDER BY seq`

async function stateOf({ world, messages }: Side): Promise<Body> {
  const realm = [world.organization.realmId]
  const stored = await world.sql(STORED, realm)
  const policies = await world.sql(POLICIES)
  const number = (id: number) => messages.indexOf(id)
  return {
    stored: stored
      .filter(({ id }) => number(id) !== -1)
      .map(({ id, newest, ...rest }) => ({ ...rest, n: number(id), newest: number(newest) })),
    policies,
  }
}

/** The fields on which each message and its event must agree. */
async function checkEvents({ world }: Side): Promise<void> {
  const events = await world.sql<Record<'id' | 'timestamp' | 'sentAt', string | null>>(EVENTS, [
    world.organization.realmId,
  ])
  const ids = events.map(({ id }) => Number(id))
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  for (const { timestamp, sentAt } of events) if (sentAt !== null) expect(timestamp).toBe(sentAt)
}

test('what is stored at a known head equals what is stored in transactions', async () => {
  await checkProperty(fc.array(step, { minLength: 30, maxLength: 50 }), 3, async (steps) => {
    const queues = await Promise.all(
      sides.map(async (side) => {
        const opened = PEOPLE.map(
          async (name) =>
            [name, await Queue.register(at(side, 0, name), { event_types: ['message'] })] as const,
        )
        return Object.fromEntries(await Promise.all(opened))
      }),
    )
    for (const each of steps) {
      for (let n = 0; n < (each.kind === 'send' ? each.times : 1); n++) {
        const [fast, model] = await Promise.all(sides.map((side, n) => applyStep(side, each, queues[n]!)))
        expect(fast, JSON.stringify(each)).toEqual(model)
      }
    }
    const [fast, model] = await Promise.all(sides.map(stateOf))
    expect(fast).toEqual(model)
    for (const side of sides) await checkEvents(side)
  })
  const stored = await storedAtHead()
  expect(stored.model).toBe(0)
  expect(stored.other).toBeGreaterThan(5)
})

test('messages that two gateways send at once, among other changes, keep their order and are stored once', async () => {
  const [side] = sides as [Side, Side]
  const { world } = side
  const sent: number[] = []
  const failures: Body[] = []
  const sendMany = async (name: string, gateway: number) => {
    const queue = await Queue.register(at(side, gateway, name))
    for (let n = 0; n < 20; n++) {
      const form = {
        type: 'channel',
        to: world.channelId('Verona'),
        topic: 'at once',
        content: `${name} ${n}`,
      }
      const key = { queue_id: queue.id, local_id: String(n) }
      // A client that does not wait for the answer sends the same again.
      const answers = await Promise.all(
        [0, n % 4 === 0 ? 1 - gateway : gateway].map((each) =>
          at(side, each, name).post('/messages', { ...form, ...key }),
        ),
      )
      for (const { body } of answers) if (body.result !== 'success') failures.push(body)
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      sent.push(answers[0]!.body.id)
    }
  }
  const change = async () => {
    for (let n = 0; n < 10; n++) {
      const iago = at(side, n % 2, 'iago')
      await iago.post('/user_topics', {
        stream_id: world.channelId('Verona'),
        topic: 'at once',
        visibility_policy: n % 4,
      })
      const [newest] = sent.slice(-1)
      if (newest !== undefined) {
        await iago.post('/messages/flags', { op: 'add', flag: 'starred', messages: [newest] })
        await at(side, n % 2, 'desdemona').patch(`/messages/${newest}`, { topic: `moved ${n}` })
      }
    }
  }
  await Promise.all([sendMany('hamlet', 0), sendMany('cordelia', 0), sendMany('iago', 1), change()])
  expect(failures).toEqual([])
  expect(new Set(sent).size).toBe(60)
  const [stored] = await world.sql<{ count: number }>(
    'SELECT count(*)::int FROM message WHERE id = ANY ($1::int8[])',
    [sent],
  )
  expect(stored!.count).toBe(60)
  await checkEvents(side)
})
