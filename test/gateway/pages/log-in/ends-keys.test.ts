import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { endKeysJob } from '../../../../workers/jobs/upkeep/end-keys.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { World } from '../../../harness/world.ts'
import { demonstration } from '../../routes/changes.ts'

const back = (name: string) => `http://localhost:9991/login/with/oidc-${name}/callback`
const logOut = 'http://localhost:9991/login/with/oidc-corp/log-out'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let corp: TestProvider
let second: TestProvider
let owner: Browsing
let id: number

beforeAll(async () => {
  corp = await TestProvider.start([back('corp')])
  second = await TestProvider.start([back('other')])
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  ;({ gateway, url } = await world.gateway())
  realm = await demonstration(world, gateway.core)
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
  id = await add('corp', corp, { session_hours: 5, ends_keys: true, shares_log_outs: true })
  await add('other', second, { session_hours: 5 })
})
afterAll(async () => {
  await world.close()
  await corp.close()
  await second.close()
})
beforeEach(async () => {
  await world.sql('DELETE FROM external_identity')
  await set({ session_hours: 5, ends_keys: true })
})

async function add(name: string, at: TestProvider, settings: Record<string, unknown>): Promise<number> {
  const { display_name, issuer, client_id, client_secret } = at.entry(name)
  const answer = await owner.json.ok(
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'openid', name, display_name, enabled: true },
      settings: { issuer, client_id, client_secret, ...settings },
    }),
  )
  return answer.id
}
const set = (settings: Record<string, unknown>, provider = id) =>
  owner.json.ok(owner.json.patch(`/realm/log_in_providers/${provider}`, { settings }))

async function logIn(name: string, provider = 'corp', at = corp): Promise<Browsing> {
  at.people[name] = { email: `${name}@demo.test`, email_verified: true }
  const browsing = new Browsing(url)
  const { text } = await browsing.submit(`/login/with/oidc-${provider}`)
  const to = /content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  const address = new URL(await at.logIn(to, name))
  expect((await browsing.get(address.pathname + address.search)).status).toBe(303)
  return browsing
}
const userOf = (name: string): UserRecord => realm.users.get(world.userId(name))!
/** The app of a person, with the present key. */
const appOf = (name: string): Client =>
  new Client(url, { email: userOf(name).email, apiKey: realm.apiKeyOf(userOf(name)) })
const isIn = async (who: { get(path: string): Promise<{ status: number }> }) =>
  (await who.get('/users/me')).status === 200
const pass = (hours: number) =>
  world.sql('UPDATE external_identity SET last_log_in_at = last_log_in_at - make_interval(hours => $1)', [
    hours,
  ])
const run = async () => {
  await endKeysJob.run({ core: gateway.core, log: gateway.core.log } as never)
  await realm.sync()
}

test('the key of a person ends once, after the hours of the provider, and a log-in begins them anew', async () => {
  const browsing = await logIn('hamlet')
  const app = appOf('hamlet')
  await app.ok(app.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }))
  await pass(4)
  await run()
  expect([await isIn(app), await isIn(browsing.json)]).toEqual([true, true])
  await pass(2)
  await run()
  expect([await isIn(app), await isIn(browsing.json)]).toEqual([false, false])
  expect(await world.sql('SELECT * FROM push_device')).toEqual([])
  const { entries } = await owner.json.ok(owner.json.get('/audit_log'))
  expect(entries).toContainEqual(
    expect.objectContaining({ property: 'api_key', object_id: world.userId('hamlet'), acting_user_id: null }),
  )
  // The person has logged in otherwise meanwhile, and keeps the new key.
  const next = appOf('hamlet')
  await run()
  expect(await isIn(next)).toBe(true)
  await logIn('hamlet')
  await run()
  expect(await isIn(next)).toBe(true)
  await pass(6)
  await run()
  expect(await isIn(next)).toBe(false)
})

test('nobody else loses a key', async () => {
  await logIn('hamlet', 'other', second)
  await logIn('cordelia')
  const [hamlet, cordelia, iago] = [appOf('hamlet'), appOf('cordelia'), appOf('iago')]
  await pass(100)
  await set({ ends_keys: false })
  await run()
  expect([await isIn(hamlet), await isIn(cordelia), await isIn(iago)]).toEqual([true, true, true])
  await set({ ends_keys: true, session_hours: 0 })
  await run()
  expect(await isIn(cordelia)).toBe(true)
  await set({ session_hours: 5 })
  await owner.json.ok(owner.json.patch(`/realm/log_in_providers/${id}`, { enabled: false }))
  await run()
  expect(await isIn(cordelia)).toBe(true)
  await owner.json.ok(owner.json.patch(`/realm/log_in_providers/${id}`, { enabled: true }))
  await run()
  expect([await isIn(hamlet), await isIn(cordelia), await isIn(iago)]).toEqual([true, false, true])
})

test('a log-out at the provider ends the key where keys end, and no other key', async () => {
  const tell = async (sub: string) => {
    const now = Math.floor(Date.now() / 1000)
    const token = await corp.sign(
      {
        ...{ iss: corp.issuer, aud: 'loquat', sub, iat: now, exp: now + 60, jti: `j${Math.random()}` },
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      },
      { typ: 'logout+jwt' },
    )
    const form = new URLSearchParams({ logout_token: token }).toString()
    const { status } = await new Browsing(url).request('POST', new URL(logOut).pathname, form)
    expect(status).toBe(200)
    await realm.sync()
  }
  await set({ ends_keys: false })
  await logIn('iago')
  const iago = appOf('iago')
  await tell('iago')
  expect(await isIn(iago)).toBe(true)
  await set({ ends_keys: true })
  const browsing = await logIn('iago')
  const hamlet = appOf('hamlet')
  await tell('iago')
  expect([await isIn(iago), await isIn(browsing.json), await isIn(hamlet)]).toEqual([false, false, true])
})
