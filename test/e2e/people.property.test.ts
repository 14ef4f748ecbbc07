import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

/** Users who act: an owner may do everything, the others only some of it. */
const ACTORS = ['desdemona', 'iago', 'hamlet']
/** Users who observe, one for each kind of visibility; the role of the third one changes. */
const OBSERVERS = ['desdemona', 'hamlet', 'zoe']
const TARGETS = ['zoe', 'cordelia', 'othello', 'prospero']
const TYPES = ['realm_user', 'realm_bot', 'custom_profile_fields', 'muted_users', 'message']

let world: World
let urls: string[]

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
})
afterAll(() => world.close())

const target = fc.nat(TARGETS.length - 1)
const nth = fc.nat(3)
const step = fc.oneof(
  fc.record({ kind: fc.constant('role' as const), target, role: fc.constantFrom(100, 200, 300, 400, 600) }),
  fc.record({
    kind: fc.constant('name' as const),
    target,
    name: fc.constantFrom('Some One', 'Another One', 'x'),
  }),
  fc.record({ kind: fc.constant('end' as const), target }),
  fc.record({ kind: fc.constant('return' as const), target }),
  fc.record({ kind: fc.constant('hide' as const), visibility: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('mute' as const), target, on: fc.boolean() }),
  fc.record({ kind: fc.constant('field' as const), type: fc.constantFrom(1, 3, 4) }),
  fc.record({ kind: fc.constant('drop' as const), nth }),
  fc.record({ kind: fc.constant('fewer' as const), nth }),
  fc.record({ kind: fc.constant('say' as const), nth, value: fc.constantFrom('2000-01-02', 'a', 'b', '') }),
  fc.record({ kind: fc.constant('unsay' as const), nth }),
  fc.record({ kind: fc.constant('bot' as const) }),
  fc.record({ kind: fc.constant('give' as const), nth, target }),
  fc.record({ kind: fc.constant('stop' as const), nth }),
  fc.record({ kind: fc.constant('key' as const), nth }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const hand = fc.array(fc.record({ actor: fc.nat(ACTORS.length - 1), step }), { minLength: 3, maxLength: 12 })

const OPTIONS = { a: { text: 'A', order: '1' }, b: { text: 'B', order: '2' } }
let count = 0
/** Ids of existing and deleted fields and bots, the newest last. */
const fields: number[] = []
const bots: number[] = []

function applyStep(one: Step, client: Client): Promise<Answer> {
  const user = 'target' in one ? world.userId(TARGETS[one.target]!) : 0
  const last = (ids: readonly number[]) => ids.at(-1 - ('nth' in one ? one.nth : 0)) ?? 0
  switch (one.kind) {
    case 'role':
      return client.patch(`/users/${user}`, { role: one.role })
    case 'name':
      return client.patch(`/users/${user}`, { full_name: one.name })
    case 'end':
      return client.delete(`/users/${user}`)
    case 'return':
      return client.post(`/users/${user}/reactivate`)
    case 'hide':
      return client.patch('/settings', { email_address_visibility: one.visibility })
    case 'mute':
      return one.on
        ? client.post(`/users/me/muted_users/${user}`)
        : client.delete(`/users/me/muted_users/${user}`)
    case 'field': {
      const field_data = one.type === 3 ? OPTIONS : undefined
      return client.post('/realm/profile_fields', { name: `F${++count}`, field_type: one.type, field_data })
    }
    case 'drop':
      return client.delete(`/realm/profile_fields/${last(fields)}`)
    case 'fewer':
      return client.patch(`/realm/profile_fields/${last(fields)}`, { field_data: { b: OPTIONS.b } })
    case 'say':
      return client.patch('/users/me/profile_data', { data: [{ id: last(fields), value: one.value }] })
    case 'unsay':
      return client.delete('/users/me/profile_data', { data: [last(fields)] })
    case 'bot':
      return client.post('/bots', { full_name: `Bot ${++count}`, short_name: `b${count}` })
    case 'give':
      return client.patch(`/bots/${last(bots)}`, { bot_owner_id: user })
    case 'stop':
      return client.delete(`/bots/${last(bots)}`)
    case 'key':
      return client.post(`/bots/${last(bots)}/api_key/regenerate`)
  }
}

/** Applies an event to the initial state as clients do. Throws for an event that contradicts the state. */
function apply(state: Body, event: Body): void {
  switch (`${event.type} ${event.op ?? ''}`) {
    case 'realm_user add':
      state.realm_users.push(event.person)
      return
    case 'realm_user update':
      updateUser(state, event.person)
      return
    case 'realm_bot add':
      state.realm_bots.push(event.bot)
      return
    case 'realm_bot update':
      Object.assign(findUser(state.realm_bots, event.bot.user_id), event.bot)
      return
    case 'realm_bot delete':
      state.realm_bots.splice(state.realm_bots.indexOf(findUser(state.realm_bots, event.bot.user_id)), 1)
      return
    case 'custom_profile_fields ':
      state.custom_profile_fields = event.fields
      dropValues(state)
      return
    case 'muted_users ':
      state.muted_users = event.muted_users
      return
    case 'message ':
      return
    default:
      throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
  }
}

function updateUser(state: Body, { user_id, ...change }: Body): void {
  const user = findUser([...state.realm_users, ...state.realm_non_active_users], user_id)
  if ('custom_profile_field' in change) {
    const { id, ...value } = change.custom_profile_field
    if (value.value === null) delete user.profile_data[id]
    else user.profile_data[id] = value
  } else if ('new_email' in change) {
    user.email = change.new_email
    const bot = state.realm_bots.find((bot: Body) => bot.user_id === user_id)
    if (bot !== undefined) bot.email = change.new_email
  } else if ('role' in change) {
    const { role } = change
    Object.assign(user, { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 })
  } else if ('is_active' in change) {
    const [from, to] = change.is_active
      ? [state.realm_non_active_users, state.realm_users]
      : [state.realm_users, state.realm_non_active_users]
    from.splice(from.indexOf(findUser(from, user_id)), 1)
    to.push({ ...user, ...change })
  } else if ('avatar_url' in change) user.avatar_version = change.avatar_version
  else Object.assign(user, change)
}

/** Deletes the values of a deleted field. */
function dropValues(state: Body): void {
  const ids = new Set(state.custom_profile_fields.map((field: Body) => String(field.id)))
  for (const user of [...state.realm_users, ...state.realm_non_active_users]) {
    for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data[id]
  }
}

function findUser(users: Body[], id: number): Body {
  const user = users.find((user) => user.user_id === id)
  if (user === undefined) throw new Error(`${id} is not there`)
  return user
}

function comparable(state: Body): Body {
  const { realm_users, realm_non_active_users, realm_bots, custom_profile_fields, muted_users } = state
  const sorted = (users: Body[]) => [...users].sort((a, b) => a.user_id - b.user_id)
  return {
    users: sorted(realm_users),
    former: sorted(realm_non_active_users),
    bots: sorted(realm_bots),
    fields: custom_profile_fields,
    muted_users,
  }
}

test('a client that follows events has the same people, bots, profile fields and mutes as a new register response', {
  timeout: 600_000,
}, async () => {
  const as = (name: string, at: number) => world.client(urls[at]!, name)
  await checkProperty(fc.tuple(hand, hand), 20, async (hands) => {
    const owner = as('desdemona', 0)
    const zoe = world.userId('zoe')
    await owner.post(`/users/${zoe}/reactivate`)
    const parameters = { event_types: TYPES }
    const initial = await Promise.all(
      OBSERVERS.map((name) => as(name, 0).ok(as(name, 0).post('/register', parameters))),
    )
    await Promise.all(
      hands.map(async (steps, at) => {
        for (const { actor, step } of steps) {
          const { status, body } = await applyStep(step, as(ACTORS[actor]!, at))
          if (status >= 500) throw new Error(JSON.stringify(body))
          if (body.id !== undefined) fields.push(body.id)
          if (step.kind === 'bot' && status === 200) bots.push(body.user_id)
        }
      }),
    )
    // Deactivation ends the listener, not the queue.
    await owner.ok(owner.post(`/users/${zoe}/reactivate`))
    const to = OBSERVERS.map((name) => world.userId(name))
    const { id: marker } = await owner.ok(owner.post('/messages', { type: 'direct', to, content: 'Done.' }))
    for (const [n, name] of OBSERVERS.entries()) {
      const client = as(name, 1)
      await expect.poll(async () => (await client.get('/users/me')).status).toBe(200)
      const events = await Queue.of(client, initial[n]).upTo(marker)
      const state = structuredClone(initial[n])
      for (const event of events) apply(state, event)
      const fresh = await client.ok(client.post('/register', parameters))
      expect(comparable(state)).toEqual(comparable(fresh))
    }
  })
})
