import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../core/state/users/settings.ts'
import type { Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

const TYPES = ['user_settings', 'realm_user_settings_defaults', 'message']
const LEGACY = ['update_display_settings', 'update_global_notifications', 'message']
const MODERN = { user_settings_object: true }

let world: World
let urls: string[]

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway()])).map(({ url }) => url)
})
afterAll(() => world.close())

function valueFor(name: SettingName): fc.Arbitrary<unknown> {
  const { values, min, max, default: initial } = SETTINGS[name] as Setting
  if (typeof initial === 'boolean') return fc.boolean()
  return values === undefined ? fc.constantFrom(min, initial, max) : fc.constantFrom(...values)
}
const change = (names: readonly SettingName[]) =>
  fc
    .subarray([...names], { minLength: 1, maxLength: 4 })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, valueFor(name)]))))
const own = fc.oneof(
  { weight: 8, arbitrary: change(SETTING_NAMES) },
  { weight: 1, arbitrary: fc.record({ timezone: fc.constantFrom('UTC', 'Europe/Copenhagen', 'Nowhere') }) },
  { weight: 1, arbitrary: fc.constant({ color_scheme: 2, user_list_style: 17 }) },
)
const shared = change(SETTING_NAMES.filter((name) => SETTINGS[name].scope === 'both'))
const scenario = fc.record({
  /** Steps that two clients of one user and one client of an administrator take at the same time. */
  hands: fc.tuple(fc.array(own, { maxLength: 12 }), fc.array(own, { maxLength: 12 })),
  defaults: fc.array(shared, { maxLength: 6 }),
})

/**
 * Applies an event to the initial state as clients do. Throws for an unknown event and for one that changes
 * nothing.
 */
function apply(state: Body, event: Body): void {
  const put = (fields: Body, name: string, value: unknown) => {
    if (fields?.[name] === undefined) throw new Error(`${event.type}: there is no ${name}`)
    if (fields[name] === value) throw new Error(`${event.type}: ${name} is ${value} already`)
    fields[name] = value
  }
  switch (event.type) {
    case 'user_settings':
      put(state.user_settings, event.property, event.value)
      return
    case 'realm_user_settings_defaults':
      put(state.realm_user_settings_defaults, event.property, event.value)
      return
    case 'update_display_settings':
      put(state, event.setting_name, event.setting)
      return
    case 'update_global_notifications':
      put(state, event.notification_name, event.setting)
      return
    case 'message':
    case 'heartbeat':
      return
    default:
      throw new Error(`an unexpected event: ${JSON.stringify(event)}`)
  }
}

const NOT_STATE = ['queue_id', 'last_event_id', 'max_message_id']
const comparable = (state: Body) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !NOT_STATE.includes(name)))

test('clients with old and new capabilities that follow events have the settings of a new register response', {
  timeout: 600_000,
}, async () => {
  await checkProperty(scenario, 15, async ({ hands, defaults }) => {
    const at = (n: number, name: string) => world.client(urls[n]!, name)
    const registers = [
      { name: 'hamlet', event_types: TYPES, client_capabilities: MODERN },
      { name: 'hamlet', event_types: [...TYPES, ...LEGACY] },
      { name: 'hamlet', event_types: LEGACY },
      { name: 'cordelia', event_types: [...TYPES, ...LEGACY] },
    ].map(({ name, ...parameters }, n) => ({ client: at(n % 2, name), parameters }))
    const initial = await Promise.all(
      registers.map(({ client, parameters }) => client.ok(client.post('/register', parameters))),
    )
    const applySteps = async (client: Client, path: string, steps: readonly object[]) => {
      for (const step of steps) {
        const { status, body } = await client.patch(path, { ...step })
        if (status >= 500) throw new Error(JSON.stringify(body))
      }
    }
    await Promise.all([
      ...hands.map((steps, n) => applySteps(at(n, 'hamlet'), '/settings', steps)),
      applySteps(at(0, 'iago'), '/realm/user_settings_defaults', defaults),
    ])
    const to = ['hamlet', 'cordelia'].map((name) => world.userId(name))
    const iago = at(1, 'iago')
    const { id: marker } = await iago.ok(iago.post('/messages', { type: 'direct', to, content: 'Done.' }))
    for (const [n, { client, parameters }] of registers.entries()) {
      const events = await Queue.of(client, initial[n]).upTo(marker)
      const state = structuredClone(initial[n])
      for (const event of events) apply(state, event)
      const fresh = await client.ok(client.post('/register', parameters))
      expect(comparable(state)).toEqual(comparable(fresh))
    }
  })
})
