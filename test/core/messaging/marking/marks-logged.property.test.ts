import fc from 'fast-check'
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import type { FlagChange } from '../../../../core/messaging/reads/flags.ts'
import type { MessageId, RealmId } from '../../../../core/platform/ids.ts'
import type { LoggedEvent } from '../../../../core/platform/transactions/logged-statement.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Answer, Body, Client } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

/** polonius is a guest. */
const PEOPLE = ['hamlet', 'hamlet', 'iago', 'polonius', 'shiva'] as const
const CHANNELS = ['Verona', 'Verona', 'Verona', 'Verona', 'Verona', 'Denmark', 'core team'] as const
const TOPICS = ['plans', 'plans', 'a "quoted" \\ topic\twith ü\u2028😀'] as const
const CONTENTS = ['plain', 'plain', '@**hamlet**', '@**all**'] as const

/** An organization with two gateways. */
interface Side {
  readonly world: World
  readonly urls: readonly string[]
  readonly cores: readonly Core[]
  /** Their ids, in the order in which they were sent. */
  readonly messages: number[]
  /** Those that are not deleted. */
  readonly living: number[]
}

let sides: readonly Side[]
/** The marks that the first side has stored in one round trip, and all that it has tried. */
let runs: MockInstance<Core['writeLogged']>[]

beforeAll(async () => {
  sides = await Promise.all(
    [false, true].map(async () => {
      const world = await World.create()
      const gateways = [await world.gateway(), await world.gateway()]
      return {
        ...{ world, messages: [], living: [] },
        urls: gateways.map(({ url }) => url),
        cores: gateways.map(({ gateway }) => gateway.core),
      }
    }),
  )
  const [fast, model] = sides as [Side, Side]
  runs = fast.cores.map((core) => vi.spyOn(core, 'writeLogged'))
  for (const core of model.cores) {
    vi.spyOn(core, 'writeLogged').mockImplementation(async (_, __, given) => given.map(() => undefined))
  }
})
afterAll(() => Promise.all((sides ?? []).map(({ world }) => world.close())))

const at = ({ world, urls }: Side, gateway: number, name: string): Client =>
  world.client(urls[gateway]!, name)

const kind = <const K extends string>(name: K) => fc.constant(name)
const gateway = fc.constantFrom(0, 0, 0, 1)
const person = fc.constantFrom(...PEOPLE)
const channel = fc.constantFrom(...CHANNELS)
/** Messages, counted from the newest. A message that does not exist is -1. */
const some = fc.array(
  fc.oneof({ weight: 40, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(-1) }),
  {
    minLength: 1,
    maxLength: 3,
  },
)
const op = fc.constantFrom('add' as const, 'add' as const, 'remove' as const)
const flags = fc.record({
  ...{ person, op, some },
  flag: fc.constantFrom('read' as const, 'read' as const, 'starred' as const, 'collapsed' as const),
})
/** Marks whose order does not depend on whether a request reads something before. */
const marksAtOnce = fc.array(
  flags.map((mark) => (mark.flag === 'read' ? { ...mark, op: 'add' as const } : mark)),
  { minLength: 2, maxLength: 5 },
)
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const step = fc.oneof(
  weighted(
    6,
    fc.record({
      ...{ kind: kind('send'), gateway, person },
      channel: fc.option(channel, { freq: 9 }),
      topic: fc.constantFrom(...TOPICS),
      content: fc.constantFrom(...CONTENTS),
    }),
  ),
  weighted(16, fc.record({ kind: kind('mark'), gateway, mark: flags })),
  weighted(4, fc.record({ kind: kind('marks'), gateway, marks: marksAtOnce })),
  weighted(1, fc.record({ kind: kind('leave'), gateway, person, channel })),
  weighted(3, fc.record({ kind: kind('join'), gateway, person, channel })),
  weighted(1, fc.record({ kind: kind('delete'), gateway, which: fc.nat(9) })),
  weighted(1, fc.record({ kind: kind('move'), gateway, which: fc.nat(9), channel })),
  weighted(
    1,
    fc.record({ kind: kind('role'), gateway, person, isGuest: fc.constantFrom(true, false, false) }),
  ),
  weighted(1, fc.record({ kind: kind('active'), gateway, isActive: fc.constantFrom(true, true, false) })),
  weighted(
    1,
    fc.record({
      ...{ kind: kind('privacy'), gateway, channel: fc.constantFrom('Verona', 'core team') },
      ...{ isPrivate: fc.constantFrom(true, false, false), isShared: fc.boolean() },
    }),
  ),
  weighted(1, fc.record({ kind: kind('mute'), gateway, person, isMuted: fc.boolean() })),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Given = typeof flags extends fc.Arbitrary<infer F> ? F : never

const MISSING = 2_000_000_000
const idOf = ({ living }: Side, which: number): number =>
  which === -1 ? MISSING : (living.at(-1 - (which % Math.max(1, living.length))) ?? MISSING)
const numberOf = ({ messages }: Side, id: number): number => messages.indexOf(id)

/** Makes a change. Returns the caller's answer. */
async function applyStep(side: Side, each: Step): Promise<unknown> {
  const { world, messages, living, cores } = side
  const id = each.kind === 'delete' ? idOf(side, each.which) : undefined
  const realm = world.organization.realmId as RealmId
  // Without it, the gateway may not have seen the other gateway's changes yet.
  if (each.kind === 'mark' && each.mark.some.length > 1) {
    for (const core of cores) await core.realms.inMemory(realm)?.catchUp()
  }
  if (each.kind === 'marks') return markAtOnce(side, each.gateway, each.marks)
  const { status, body } = await request(side, each)
  if (each.kind === 'send' && status === 200) {
    messages.push(body.id)
    living.push(body.id)
  }
  if (id !== undefined && status === 200) living.splice(living.indexOf(id), 1)
  const changed = (body.messages as number[] | undefined)?.map((id) => numberOf(side, id))
  return {
    ...{ status, code: body.code, msg: body.msg, changed },
    ignored: body.ignored_because_not_subscribed_channels,
  }
}

/** Marks in one turn of the event loop, so that they are one batch, or a mark and a batch. */
async function markAtOnce(side: Side, gateway: number, marks: readonly Given[]): Promise<unknown> {
  const { world, cores } = side
  const core = cores[gateway]!
  const realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const answers = await Promise.allSettled(
    marks.map(({ person, some, op, flag }) => {
      const ids = some.map((which) => idOf(side, which)) as MessageId[]
      const user = realm.users.get(world.userId(person))!
      return changeFlags({ core, realm, user }, { op, flag } as FlagChange, ids)
    }),
  )
  return answers.map((answer) =>
    answer.status === 'rejected'
      ? String(answer.reason.message)
      : answer.value.changed.map((id) => numberOf(side, id)),
  )
}

function request(side: Side, each: Exclude<Step, { kind: 'marks' }>): Promise<Answer> {
  const { world } = side
  const owner = at(side, each.gateway, 'desdemona')
  const own = at(side, each.gateway, 'person' in each ? each.person : 'desdemona')
  const principals = JSON.stringify('person' in each ? [world.userId(each.person)] : [])
  switch (each.kind) {
    case 'send': {
      const { channel: name, topic, content } = each
      const to =
        name === null
          ? { type: 'direct', to: [world.userId('hamlet'), world.userId('shiva')] }
          : { type: 'channel', to: world.channelId(name), topic }
      // The owner may post in every channel.
      return (name === 'core team' ? owner : own).post('/messages', { ...to, content })
    }
    case 'mark': {
      const { person: name, op, flag, some } = each.mark
      const messages = some.map((which) => idOf(side, which))
      return at(side, each.gateway, name).post('/messages/flags', { op, flag, messages })
    }
    case 'leave':
      return owner.delete('/users/me/subscriptions', { subscriptions: [each.channel], principals })
    case 'join':
      return owner.post('/users/me/subscriptions', { subscriptions: [{ name: each.channel }], principals })
    case 'delete':
      return owner.delete(`/messages/${idOf(side, each.which)}`)
    case 'move':
      return owner.patch(`/messages/${idOf(side, each.which)}`, {
        ...{ topic: 'moved', stream_id: world.channelId(each.channel), propagate_mode: 'change_one' },
        ...{ send_notification_to_new_thread: false, send_notification_to_old_thread: false },
      })
    case 'role':
      return owner.patch(`/users/${world.userId(each.person)}`, { role: each.isGuest ? 600 : 400 })
    case 'active': {
      const path = `/users/${world.userId('shiva')}`
      return each.isActive ? owner.post(`${path}/reactivate`) : owner.delete(path)
    }
    case 'privacy':
      return owner.patch(`/streams/${world.channelId(each.channel)}`, {
        is_private: each.isPrivate,
        history_public_to_subscribers: each.isShared || !each.isPrivate,
      })
    case 'mute':
      return own.post('/user_topics', {
        ...{ stream_id: world.channelId('Verona'), topic: 'plans' },
        visibility_policy: each.isMuted ? 1 : 0,
      })
  }
}

/** Everything that marks have written, with numbers instead of ids. */
async function stateOf(side: Side): Promise<Body> {
  const { world } = side
  const flags = await world.sql<{ user: number; id: number; bits: number }>(
    'SELECT user_id AS "user", message_id::int AS id, bits FROM message_flag ORDER BY 1, 2',
  )
  const pointers = await world.sql<{ user: number; id: number }>(
    'SELECT user_id AS "user", message_id::int AS id FROM read_pointer ORDER BY 1, 2',
  )
  const events = await world.sql<{ payload: string; audience: string }>(
    `SELECT payload, audience FROM event_log
     WHERE realm_id = $1 AND payload LIKE '{"type":"update_message_flags"%' ORDER BY seq`,
    [world.organization.realmId],
  )
  const numbered = (row: { id: number }) => ({ ...row, id: numberOf(side, row.id) })
  return {
    flags: flags.map(numbered).filter(({ id }) => id !== -1),
    pointers: pointers.map(numbered).filter(({ id }) => id !== -1),
    events: events.map(({ payload, audience }) => ({ ...eventOf(side, payload), audience })),
  }
}

function eventOf(side: Side, payload: string): Body {
  const event = JSON.parse(payload)
  // Postgres writes the text as JSON.stringify does.
  expect(JSON.stringify(event)).toBe(payload)
  const { messages, message_details: details, ...rest } = event
  const number = (id: number) => numberOf(side, Number(id))
  return {
    ...rest,
    messages: messages.map(number),
    ...(details && {
      details: Object.entries(details).map(([id, each]) => [number(Number(id)), each]),
    }),
  }
}

async function unreadOf(side: Side, name: string): Promise<Body> {
  const { status, body } = await at(side, 0, name).post('/register', { fetch_event_types: ['message'] })
  if (status !== 200) return { status }
  const text = JSON.stringify(body.unread_msgs, (key, value) =>
    /message_id/.test(key) ? [value].flat().map((id) => numberOf(side, id)) : value,
  )
  return { status, unread: JSON.parse(text).count, ids: text.match(/"unread_message_ids":\[[^\]]*\]/g) }
}

test('marks that are stored in one round trip equal those that are stored in transactions', async () => {
  await checkProperty(fc.array(step, { minLength: 40, maxLength: 60 }), 6, async (steps) => {
    for (const each of steps) {
      const [fast, model] = await Promise.all(sides.map((side) => applyStep(side, each)))
      expect(fast, JSON.stringify(each)).toEqual(model)
    }
    const [fast, model] = await Promise.all(sides.map(stateOf))
    expect(fast).toEqual(model)
    for (const name of new Set(PEOPLE)) {
      const [one, other] = await Promise.all(sides.map((side) => unreadOf(side, name)))
      expect(one).toEqual(other)
    }
  })
  const written = (
    await Promise.all(runs.flatMap(({ mock }) => mock.results.map(({ value }) => value)))
  ).flat() as (readonly LoggedEvent[] | undefined)[]
  if (process.env.LOQUAT_SEED !== undefined) return
  expect(written.filter((events) => events !== undefined && events.length > 0).length).toBeGreaterThan(20)
  expect(written.filter((events) => events === undefined).length).toBeGreaterThan(5)
})
