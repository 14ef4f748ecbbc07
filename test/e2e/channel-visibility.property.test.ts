import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../core/people/accounts/create.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { World } from '../harness/world.ts'
import { ClientModel } from './client-model.ts'

/** Two members, a moderator, an administrator, the owner and the guest. */
const PEOPLE = ['hamlet', 'cordelia', 'shiva', 'iago', 'desdemona', 'polonius'] as const
type Someone = (typeof PEOPLE)[number]
const TYPES = ['stream', 'subscription', 'default_streams', 'realm_user']
const SETTINGS = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
] as const

let world: World
let gateways: { gateway: Gateway; url: string }[]
let realm: RealmState
/** A user group whose members change. */
let groupId: number
let names = 0
let markers = 0

beforeAll(async () => {
  world = await World.create()
  gateways = await Promise.all([world.gateway(), world.gateway()])
  realm = (await gateways[0]!.gateway.core.realms.get(world.organization.realmId as RealmId))!
  const owner = world.client(gateways[0]!.url, 'desdemona')
  await owner.ok(owner.patch('/realm', { enable_spectator_access: true }))
  const group = { name: 'watch', description: '', members: [world.userId('shiva')] }
  groupId = (await owner.ok(owner.post('/user_groups/create', group))).group_id
})
afterAll(() => world.close())

const someone = fc.constantFrom(...PEOPLE)
const several = fc.uniqueArray(someone, { minLength: 1, maxLength: 3 })
/** The index of a channel, counted from the newest. */
const someChannel = fc.nat(5)
const privacy = fc.constantFrom(
  { is_private: true },
  { is_private: true, history_public_to_subscribers: true },
  { is_private: false, is_web_public: false },
  { is_private: false, is_web_public: true },
)
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('create' as const), privacy, who: several, own: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('join' as const), channel: someChannel, who: several }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('leave' as const), channel: someChannel, who: several }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('privacy' as const), channel: someChannel, privacy }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('allow' as const),
      channel: someChannel,
      setting: fc.constantFrom(...SETTINGS),
      to: fc.oneof(several, fc.constantFrom('watch', 'role:moderators', 'role:members', 'role:nobody')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      who: someone,
      op: fc.constantFrom('add', 'delete'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), channel: someChannel }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('default' as const), channel: someChannel, on: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('archive' as const), channel: someChannel, on: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pin' as const), channel: someChannel, value: fc.boolean() }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const scenario = fc.record({
  steps: fc.array(fc.record({ who: someone, gateway: fc.nat(1), step }), { minLength: 10, maxLength: 30 }),
  observers: fc.array(
    fc.record({
      who: someone,
      after: fc.nat(15),
      knowsArchived: fc.boolean(),
      include_subscribers: fc.boolean(),
    }),
    { minLength: 4, maxLength: 6 },
  ),
})

const ids = (who: readonly Someone[]) => who.map((name) => world.userId(name))
const nth = (n: number) => [...realm.channels].at(-1 - n)!

/** Takes one step. Refusals are expected: this test does not check permissions. */
async function applyStep(one: Step, client: Client): Promise<void> {
  const path = '/users/me/subscriptions'
  switch (one.kind) {
    case 'create': {
      const { is_private: invite_only, ...privacy } = one.privacy
      const created = { name: `sight ${++names}`, invite_only, ...privacy }
      return expectNoServerError(
        client.post('/channels/create', { ...created, subscribers: ids(one.own ? one.who : []) }),
      )
    }
    case 'join':
      return expectNoServerError(
        client.post(path, { subscriptions: [{ name: nth(one.channel).name }], principals: ids(one.who) }),
      )
    case 'leave':
      return expectNoServerError(
        client.delete(path, { subscriptions: [nth(one.channel).name], principals: ids(one.who) }),
      )
    case 'privacy':
      return expectNoServerError(client.patch(`/streams/${nth(one.channel).id}`, one.privacy))
    case 'allow':
      return expectNoServerError(
        client.patch(`/streams/${nth(one.channel).id}`, { [one.setting]: { new: groupOf(one.to) } }),
      )
    case 'group':
      return expectNoServerError(client.post(`/user_groups/${groupId}/members`, { [one.op]: ids([one.who]) }))
    case 'rename':
      return expectNoServerError(
        client.patch(`/streams/${nth(one.channel).id}`, { new_name: `sight ${++names}` }),
      )
    case 'default': {
      const stream_id = nth(one.channel).id
      return expectNoServerError(
        one.on
          ? client.post('/default_streams', { stream_id })
          : client.delete('/default_streams', { stream_id }),
      )
    }
    case 'archive': {
      const url = `/streams/${nth(one.channel).id}`
      return expectNoServerError(one.on ? client.delete(url) : client.patch(url, { is_archived: false }))
    }
    case 'pin': {
      const data = [{ stream_id: nth(one.channel).id, property: 'pin_to_top', value: one.value }]
      return expectNoServerError(client.post(`${path}/properties`, { subscription_data: data }))
    }
  }
}

function groupOf(to: string | readonly Someone[]): unknown {
  if (to === 'watch') return groupId
  if (typeof to === 'string') return realm.record.systemGroups[to as 'role:nobody']
  return { direct_members: ids(to), direct_subgroups: [] }
}

async function expectNoServerError(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status >= 500) throw new Error(JSON.stringify(body))
}

/** Registers a client that reads events until a user with the marker's email joins. */
async function observe(who: Someone, parameters: Record<string, unknown>) {
  const client = world.client(gateways[1]!.url, who)
  const initial = await client.ok(client.post('/register', parameters))
  return {
    who,
    initial,
    fresh: () => client.ok(client.post('/register', parameters)),
    until: async (email: string): Promise<Body[]> => {
      const received: Body[] = []
      let last_event_id = initial.last_event_id
      for (;;) {
        const query = { queue_id: initial.queue_id, last_event_id }
        const { events } = await client.ok(client.get('/events', query))
        received.push(...events)
        last_event_id = events.at(-1)?.id ?? last_event_id
        if (events.some((event: Body) => event.person?.email === email)) return received
      }
    },
  }
}

/**
 * The channels of a state. For a channel that appeared after registration, the former subscription is left
 * out, because events do not contain it.
 */
function channelsOf(state: Body, appeared: ReadonlySet<number>): Body {
  const byId = (a: Body, b: Body) => a.stream_id - b.stream_id
  const asNew = (channel: Body) => {
    const names = Object.keys(state.streams[0])
    return Object.fromEntries(Object.entries(channel).filter(([name]) => names.includes(name)))
  }
  const isAgain = (channel: Body) => appeared.has(channel.stream_id)
  return {
    streams: [...state.streams].sort(byId),
    subscriptions: [...state.subscriptions].sort(byId),
    unsubscribed: state.unsubscribed.filter((channel: Body) => !isAgain(channel)).sort(byId),
    never_subscribed: [...state.never_subscribed, ...state.unsubscribed.filter(isAgain)]
      .map(asNew)
      .sort(byId),
    realm_default_streams: state.realm_default_streams.map((stream: Body) => stream.stream_id).sort(),
  }
}

test('a client that follows events knows the same channels as a client that registers later, and learns of no others', {
  timeout: 600_000,
}, async () => {
  await checkProperty(scenario, 15, async ({ steps, observers }) => {
    const watching: Awaited<ReturnType<typeof observe>>[] = []
    for (const [n, { who, gateway, step }] of steps.entries()) {
      for (const { who, knowsArchived, include_subscribers } of observers.filter(
        ({ after }) => after % steps.length === n,
      )) {
        const client_capabilities = { archived_channels: knowsArchived, notification_settings_null: true }
        watching.push(await observe(who, { event_types: TYPES, include_subscribers, client_capabilities }))
      }
      await applyStep(step, world.client(gateways[gateway]!.url, who))
      await realm.sync()
    }
    const marker = `marker${++markers}@demo.test`
    await createUser(gateways[0]!.gateway.core, realm, { email: marker, fullName: `Marker ${markers}` })
    for (const observer of watching) {
      const events = await observer.until(marker)
      const model = new ClientModel(observer.initial)
      for (const event of events) model.apply(event)
      const fresh = await observer.fresh()
      expect([observer.who, channelsOf(model.state, model.appeared)]).toEqual([
        observer.who,
        channelsOf(fresh, model.appeared),
      ])
    }
  })
})
