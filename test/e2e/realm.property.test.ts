import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnSetting } from '../../core/state/settings/own-settings.ts'
import type { Setting } from '../../core/state/settings/setting.ts'
import { REALM_SETTING_NAMES, REALM_SETTINGS } from '../../core/state/settings/settings.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { checkProperty } from '../harness/property.ts'
import { World } from '../harness/world.ts'

const TYPES = ['realm', 'realm_domains', 'realm_linkifiers', 'realm_playgrounds', 'message']

let world: World
let urls: string[]
let groups: number[]

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
  const rows = await world.sql<{ id: number }>(
    `SELECT id FROM user_group WHERE is_system_group AND realm_id = ${world.organization.realmId} ORDER BY id`,
  )
  groups = rows.map(({ id }) => id)
})
afterAll(() => world.close())

/**
 * The settings of registrations. This server's own ones are in none, and a required second factor without
 * days of grace would end the access of those who change the rest.
 */
const NAMES = REALM_SETTING_NAMES.filter(
  (name) => !(REALM_SETTINGS[name] as Setting).isFixed && !isOwnSetting(name),
)
const nth = fc.nat(7)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      which: fc.array(fc.record({ name: fc.constantFrom(...NAMES), nth }), { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ kind: fc.constant('linkify' as const), nth }),
  fc.record({ kind: fc.constant('relinkify' as const), nth, other: nth }),
  fc.record({ kind: fc.constant('order' as const), seed: fc.nat() }),
  fc.record({ kind: fc.constant('unlinkify' as const), nth }),
  fc.record({ kind: fc.constant('domain' as const), nth, allow: fc.boolean() }),
  fc.record({ kind: fc.constant('redomain' as const), nth, allow: fc.boolean() }),
  fc.record({ kind: fc.constant('undomain' as const), nth }),
  fc.record({ kind: fc.constant('playground' as const), nth }),
  fc.record({ kind: fc.constant('unplayground' as const), nth }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A valid or invalid value of a setting, as clients send it. */
function sentValue(name: string, { shape }: Setting, n: number): unknown {
  const of = <T>(...values: T[]): T => values[n % values.length]!
  switch (shape.kind) {
    case 'boolean':
      return of('true', 'false')
    case 'integer':
      return of('0', '3', '-1')
    case 'code':
      return String(of(...shape.codes))
    case 'option':
      return String(of(...Object.values(shape.options).map(({ id }) => id)))
    case 'text':
      return of('To be', name, 'x'.repeat(9_000))
    case 'choice':
      return of(...shape.values, 'perhaps')
    case 'limit':
      return of('100', '"unlimited"', '0', '7')
    case 'server-url':
      return of('https://meet.test', 'default', 'x')
    case 'language':
      return of('de', 'en', 'xx')
    case 'channel':
      return String(of(-1, world.channelId('Verona'), world.channelId('Rome'), 99_999))
    case 'methods':
      return of('{"Email":true}', '{"Email":false}')
    case 'group':
      return JSON.stringify({
        new:
          n === 7
            ? { direct_members: [world.userId('zoe')], direct_subgroups: [groups[4]] }
            : groups[n % groups.length],
      })
  }
}

const PATTERNS = ['#(?P<id>[0-9]+)', 'PR(?P<id>[0-9]+)', 'T-(?P<id>\\w+)', '(broken']
const DOMAINS = ['a.test', 'b.test', 'B.test', 'nowhere']
const linkifier = (n: number) => ({ pattern: PATTERNS[n % 4], url_template: `https://x${n}.test/{id}` })

/** Takes one step; the server may refuse it. */
async function applyStep(one: Step, client: Client): Promise<unknown> {
  const ids = async () => {
    const { linkifiers } = await answered(client.get('/realm/linkifiers'))
    return linkifiers.map(({ id }: Body) => id) as number[]
  }
  const at = (n: number) => DOMAINS[n % DOMAINS.length]!
  switch (one.kind) {
    case 'settings': {
      const given = one.which.map(({ name, nth }) => [name, sentValue(name, REALM_SETTINGS[name], nth)])
      return answered(client.patch('/realm', Object.fromEntries(given)))
    }
    case 'linkify':
      return answered(client.post('/realm/filters', linkifier(one.nth)))
    case 'relinkify': {
      const id = (await ids())[one.nth] ?? 0
      return answered(client.patch(`/realm/filters/${id}`, linkifier(one.other)))
    }
    case 'order': {
      const order = (await ids()).sort((a, b) => ((a * 7919 + one.seed) % 13) - ((b * 7919 + one.seed) % 13))
      return answered(client.patch('/realm/linkifiers', { ordered_linkifier_ids: order }))
    }
    case 'unlinkify':
      return answered(client.delete(`/realm/filters/${(await ids())[one.nth] ?? 0}`))
    case 'domain':
      return answered(
        client.post('/realm/domains', { domain: at(one.nth), allow_subdomains: String(one.allow) }),
      )
    case 'redomain':
      return answered(client.patch(`/realm/domains/${at(one.nth)}`, { allow_subdomains: String(one.allow) }))
    case 'undomain':
      return answered(client.delete(`/realm/domains/${at(one.nth)}`))
    case 'playground': {
      const playground = { name: `P${one.nth % 3}`, pygments_language: 'Python', url_template: '/{code}' }
      return answered(client.post('/realm/playgrounds', playground))
    }
    case 'unplayground':
      return answered(client.delete(`/realm/playgrounds/${one.nth}`))
  }
}

async function answered(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 500) throw new Error(JSON.stringify(body))
  return body
}

/** Applies an event to the initial state as clients do. Throws for an event that contradicts the state. */
function apply(state: Body, event: Body): void {
  const existing = (name: string) => {
    if (!(name in state)) throw new Error(`the initial state has no ${name}`)
    return name
  }
  const index = () =>
    state.realm_domains.findIndex((domain: Body) => domain.domain === event.realm_domain.domain)
  switch (`${event.type} ${event.op ?? ''}`.trim()) {
    case 'realm update':
      state[existing(`realm_${event.property}`)] = event.value
      return
    case 'realm update_dict':
      for (const [name, value] of Object.entries(event.data)) state[existing(`realm_${name}`)] = value
      return
    case 'realm_domains add':
      if (index() >= 0) throw new Error('the entry exists already')
      state.realm_domains.push(event.realm_domain)
      return
    case 'realm_domains change':
      state.realm_domains[index()] = event.realm_domain
      return
    case 'realm_domains remove':
      state.realm_domains = state.realm_domains.filter((domain: Body) => domain.domain !== event.domain)
      return
    case 'realm_linkifiers':
    case 'realm_playgrounds':
      state[event.type] = event[event.type]
      return
    default:
      throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
  }
}

/** Fields that register computes from other fields for old clients. */
const isDerived = (name: string) =>
  (/_policy$/.test(name) && !/topics_policy|visibility_policy/.test(name)) ||
  ['realm_allow_edit_history', 'jitsi_server_url', 'realm_uri'].includes(name)

const own = ['queue_id', 'last_event_id', 'server_timestamp']
const stateOf = (state: Body): Body =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !own.includes(name) && !isDerived(name)))

test('a client that registered before all changes has in the end the state of a new register response', async () => {
  const hands = fc.tuple(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 12 }))
  await checkProperty(hands, 12, async (hands) => {
    const register = { event_types: TYPES, client_capabilities: { linkifier_url_template: true } }
    const fetched = { ...register, fetch_event_types: TYPES.filter((type) => type !== 'message') }
    const reader = await EventReader.start(world.client(urls[1]!, 'polonius'), fetched)
    const initial = reader.initial
    const callers = ['desdemona', 'iago'].map((name, i) => world.client(urls[i]!, name))
    await Promise.all(
      callers.map(async (client, i) => {
        for (const step of hands[i]!) await applyStep(step, client)
      }),
    )
    const polonius = world.client(urls[0]!, 'polonius')
    // The event of the marker setting is the last event.
    const { id } = await polonius.ok(
      polonius.post('/messages', { type: 'direct', to: [world.userId('polonius')], content: 'x' }),
    )
    await reader.waitFor((event) => event.message?.id === id)
    await reader.stop()
    const state = structuredClone(initial)
    for (const event of reader.events)
      if (event.type !== 'message' && event.type !== 'heartbeat') apply(state, event)
    const fresh = await polonius.ok(polonius.post('/register', fetched))
    expect(stateOf(state)).toEqual(stateOf(fresh))
  })
})
