import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../core/people/accounts/create.ts'
import { statement } from '../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { Role } from '../../core/state/users/record.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { positionOf } from '../../gateway/realtime/event-id.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { World } from '../harness/world.ts'
import { ClientModel, comparable } from './client-model.ts'

/** Two members, an administrator, the owner and the guest. */
const PEOPLE = ['hamlet', 'cordelia', 'iago', 'desdemona', 'polonius'] as const
type Someone = (typeof PEOPLE)[number]

const LOG = statement(
  'test.log',
  `SELECT seq, payload::json AS event, audience FROM event_log
   WHERE payload LIKE '{"type":"message"%' OR audience = '_' ORDER BY seq`,
)

let world: World
let gateways: { gateway: Gateway; url: string }[]
/** Names of channels to create, some of them twice; the server decides which of them exist. */
const channelNames = ['Verona', 'Denmark', 'Scotland', 'Rome', 'core team']
let people = 0
let runs = 0

beforeAll(async () => {
  world = await World.create()
  gateways = await Promise.all([world.gateway(), world.gateway()])
})
afterAll(() => world.close())

const someone = fc.constantFrom(...PEOPLE)
const several = fc.uniqueArray(someone, { minLength: 1, maxLength: 3 })
/** The index of a channel, counted from the newest, so that new channels are used as often as old ones. */
const someChannel = fc.nat(9)
const visibility = fc.constantFrom('public', 'public', 'private', 'private, open', 'web-public')

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      channel: someChannel,
      topic: fc.constantFrom('play', 'Play', 'plans', ''),
      content: fc.constantFrom('hello', '@**King Hamlet**', '@**all**', '@**topic**', '@_**King Hamlet**'),
      client: fc.constantFrom('website', 'script'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      to: several,
      client: fc.constantFrom('website', 'script'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      channels: fc.array(someChannel, { minLength: 1, maxLength: 3 }),
      who: fc.option(several, { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('leave' as const),
      channel: someChannel,
      who: fc.option(several, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      visibility,
      isDefault: fc.nat(5).map((n) => n === 0),
      who: fc.option(several, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('arrive' as const), guest: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), ms: fc.nat(10) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const scenario = fc.record({
  /** The steps of each actor in order; actors act at the same time. */
  actors: fc.array(
    fc.record({ name: someone, steps: fc.array(step, { minLength: 4, maxLength: 14 }), gateway: fc.nat(1) }),
    { minLength: 3, maxLength: 6 },
  ),
  observers: fc.array(
    fc.record({
      name: someone,
      /** Registers after this number of steps. */
      after: fc.nat(30),
      gateway: fc.nat(1),
      parameters: fc.record({
        include_subscribers: fc.constantFrom('true', 'true', 'false', 'partial'),
        all_public_streams: fc.boolean(),
        apply_markdown: fc.boolean(),
        client_capabilities: fc.record({ empty_topic_name: fc.boolean() }),
      }),
    }),
    { minLength: 3, maxLength: 6 },
  ),
})

/** Polls both gateways in turn and passes events to `take` until it returns true. */
class Observer {
  readonly events: Body[] = []
  readonly name: Someone
  readonly parameters: object
  readonly initial: Body
  readonly #clients: readonly Client[]

  private constructor(name: Someone, parameters: object, initial: Body, clients: readonly Client[]) {
    this.name = name
    this.parameters = parameters
    this.initial = initial
    this.#clients = clients
  }

  static async start(name: Someone, parameters: Record<string, unknown>, first: number): Promise<Observer> {
    const at = (n: number) => world.client(gateways[n % 2]!.url, name)
    const clients = [at(first), at(first + 1)]
    const initial = await clients[0]!.ok(clients[0]!.post('/register', parameters))
    return new Observer(name, parameters, initial, clients)
  }

  /** Polls until an event says that a user with `email` joined. */
  async until(email: string): Promise<void> {
    let last: number = this.initial.last_event_id
    for (let poll = 0; ; poll++) {
      const client = this.#clients[poll % 2]!
      const query = { queue_id: this.initial.queue_id, last_event_id: last }
      const { events } = await client.ok(client.get('/events', query, AbortSignal.timeout(60_000)))
      this.events.push(...events)
      last = events.at(-1)?.id ?? last
      if (events.some((event: Body) => event.type === 'realm_user' && event.person.email === email)) return
    }
  }

  async fresh(): Promise<Body> {
    return this.#clients[1]!.ok(this.#clients[1]!.post('/register', this.parameters as never))
  }
}

async function arrive(gateway: Gateway, role: Role, email: string): Promise<void> {
  const realm = await gateway.core.realms.get(world.organization.realmId as RealmId)
  await createUser(gateway.core, realm!, { email, fullName: `Person ${email.split('@')[0]}`, role })
}

const nth = (n: number) => channelNames[Math.max(0, channelNames.length - 1 - n)]!

/** Takes one step. Refusals are expected: this test does not check permissions. */
async function applyStep(one: Step, client: Client, gateway: Gateway): Promise<void> {
  const ids = (who: readonly Someone[]) => who.map((name) => world.userId(name))
  const principals = (who: readonly Someone[] | undefined) => who && { principals: ids(who) }
  const path = '/users/me/subscriptions'
  switch (one.kind) {
    case 'send':
      return expectNoServerError(
        client.post('/messages', { ...one, kind: undefined, type: 'channel', to: nth(one.channel) }),
      )
    case 'write':
      return expectNoServerError(
        client.post('/messages', { type: 'direct', to: ids(one.to), content: 'psst', client: one.client }),
      )
    case 'join': {
      const subscriptions = one.channels.map((n) => ({ name: nth(n) }))
      return expectNoServerError(
        client.post(path, { subscriptions, ...principals(one.who), authorization_errors_fatal: false }),
      )
    }
    case 'leave':
      return expectNoServerError(
        client.delete(path, { subscriptions: [nth(one.channel)], ...principals(one.who) }),
      )
    case 'create': {
      const name = `channel ${channelNames.length}`
      channelNames.push(name)
      return expectNoServerError(
        client.post(path, {
          subscriptions: [{ name, description: 'of *random* origin' }],
          ...principals(one.who),
          invite_only: one.visibility.startsWith('private'),
          is_web_public: one.visibility === 'web-public',
          is_default_stream: one.isDefault,
          history_public_to_subscribers: one.visibility === 'private, open' ? true : undefined,
        }),
      )
    }
    case 'arrive':
      return arrive(gateway, one.guest ? Role.guest : Role.member, `person${++people}@demo.test`)
    case 'pause':
      await new Promise((resolve) => setTimeout(resolve, one.ms))
  }
}

async function expectNoServerError(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status >= 500) throw new Error(JSON.stringify(body))
}

/** Runs the actors and the observers; resolves when every observer has received all events. */
async function play({ actors, observers }: typeof scenario extends fc.Arbitrary<infer S> ? S : never) {
  let taken = 0
  const moments = new Set<() => void>()
  const moment = async (after: number) => {
    const total = actors.reduce((sum, actor) => sum + actor.steps.length, 0)
    while (taken < Math.min(after, total)) await new Promise<void>((resolve) => moments.add(resolve))
  }
  const acting = actors.map(async ({ name, steps, gateway }) => {
    const { url, gateway: at } = gateways[gateway]!
    for (const step of steps) {
      await applyStep(step, world.client(url, name), at)
      taken++
      for (const resolve of moments) resolve()
      moments.clear()
    }
  })
  // The last event, which every observer receives.
  const marker = `last${++runs}@demo.test`
  const watching: Promise<void>[] = []
  const starting = observers.map(async ({ name, after, gateway, parameters }) => {
    await moment(after)
    const observer = await Observer.start(name, parameters, gateway)
    watching.push(observer.until(marker))
    return observer
  })
  const [observed] = await Promise.all([Promise.all(starting), ...acting])
  await arrive(gateways[0]!.gateway, Role.member, marker)
  await Promise.all(watching)
  return observed
}

/**
 * Ids of the messages that an observer received, computed from the log: the subscribers at the time of each
 * message.
 */
async function messagesFor(observer: Observer): Promise<number[]> {
  const { core } = gateways[0]!.gateway
  const realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const me = world.userId(observer.name)
  const rows = await core.db.run<{ seq: number; event: Body; audience: string }>(LOG)
  const subscribed = new Set<number>()
  const ids: number[] = []
  for (const { seq, event, audience } of rows) {
    if (event.type === '_membership') {
      const mine = (list: Body[]) =>
        list.filter((membership) => membership.users.includes(me)).map((membership) => membership.channel)
      for (const channel of mine(event.left)) subscribed.delete(channel)
      for (const channel of mine(event.joined)) subscribed.add(channel)
    }
    if (event.type !== 'message' || seq <= positionOf(observer.initial.last_event_id)) continue
    const id = Number(audience.slice(1))
    const isPublic = () => realm.channels.get(id)?.isPrivate === false && observer.name !== 'polonius'
    const all = (observer.parameters as { all_public_streams: boolean }).all_public_streams
    const reached = audience.startsWith('c')
      ? subscribed.has(id) || (all && isPublic())
      : audience.slice(1).split(',').map(Number).includes(me)
    if (reached) ids.push(event.message.id)
  }
  return ids
}

test('the state of a register response and the later events give the state of any later register response', {
  timeout: 600_000,
}, async () => {
  await checkProperty(scenario, 8, async (given) => {
    for (const observer of await play(given)) {
      const ids = observer.events.map((event) => event.id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      expect(ids[0]).toBeGreaterThan(observer.initial.last_event_id)

      const received = observer.events.filter((event) => event.type === 'message')
      expect(received.map((event) => event.message.id)).toEqual(await messagesFor(observer))

      const model = new ClientModel(observer.initial)
      for (const event of observer.events) model.apply(event)
      expect([observer.name, comparable(model.state)]).toEqual([
        observer.name,
        comparable(await observer.fresh()),
      ])
    }
  })
})
