import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { passwordResetUrl } from '../../../../core/people/credentials/reset-password.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

const PER_SOURCE = 3
const PER_ACCOUNT = 8

let world: World
let gateway: Gateway
let realm: RealmState
let url: string

beforeAll(async () => {
  world = await World.create({
    TRUST_PROXY: 'true',
    RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: String(PER_SOURCE),
    RATE_LIMIT_AUTHENTICATION_ACCOUNT_PER_30_MINUTES: String(PER_ACCOUNT),
  })
  ;({ gateway, url } = await world.gateway())
  realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const at = (address: string) => new Browsing(url, from(address))
const fetchKey = async (name: string, address: string, password = 'a guess', cookie = '') => {
  const client = new Client(url, undefined, { ...from(address), ...(cookie !== '' && { cookie }) })
  const { status } = await client.post('/fetch_api_key', { username: `${name}@demo.test`, password })
  return status
}
const logIn = async (browsing: Browsing, name: string, password = DEMONSTRATION_PASSWORD) =>
  (await browsing.logIn(name, password)).status
/** Guesses until one is refused. Returns how many were not. */
async function exhaust(name: string, address: string): Promise<number> {
  for (let n = 0; ; n++) if ((await fetchKey(name, address)) === 429) return n
}
let networks = 0
/** Guesses from as many networks as it takes until any further network is refused. */
async function exhaustEverywhere(name: string): Promise<void> {
  while ((await exhaust(name, `198.51.100.${++networks}`)) > 0);
}
const deviceOf = (browsing: Browsing) => `device=${browsing.cookies.get('device')}`

describe('wrong passwords', () => {
  test('of one network do not stop the owner elsewhere, in no way of logging in', async () => {
    expect(await exhaust('hamlet', '192.0.2.1')).toBe(PER_SOURCE)
    expect(await fetchKey('hamlet', '192.0.2.1', DEMONSTRATION_PASSWORD)).toBe(429)
    expect(await logIn(at('192.0.2.1'), 'hamlet')).toBe(429)
    expect(await fetchKey('hamlet', '203.0.113.1', DEMONSTRATION_PASSWORD)).toBe(200)
    expect(await logIn(at('203.0.113.2'), 'hamlet')).toBe(303)
  })

  test('of one IPv6 network count together, whatever the rest of the address', async () => {
    for (let n = 0; n < PER_SOURCE; n++)
      expect(await fetchKey('cordelia', `2001:db8:1:2::${n + 1}`)).toBe(401)
    expect(await fetchKey('cordelia', '2001:db8:1:2:ffff::9', DEMONSTRATION_PASSWORD)).toBe(429)
    expect(await fetchKey('cordelia', '2001:db8:1:3::1', DEMONSTRATION_PASSWORD)).toBe(200)
  })

  test('of many networks together are bounded, but known devices of the account are let through', async () => {
    const home = at('203.0.113.3')
    expect(await logIn(home, 'othello')).toBe(303)
    await exhaustEverywhere('othello')
    expect(await fetchKey('othello', '203.0.113.4', DEMONSTRATION_PASSWORD)).toBe(429)
    // The device logs in again from anywhere, without its session.
    for (const address of ['203.0.113.3', '203.0.113.5', '198.51.100.1']) {
      expect(await fetchKey('othello', address, DEMONSTRATION_PASSWORD, deviceOf(home)), address).toBe(200)
      const again = at(address)
      again.cookies.set('device', home.cookies.get('device')!)
      expect(await logIn(again, 'othello'), address).toBe(303)
    }
    // Its own wrong passwords are bounded.
    for (let n = 0; n < PER_SOURCE; n++)
      expect(await fetchKey('othello', '203.0.113.6', 'wrong', deviceOf(home))).toBe(401)
    expect(await fetchKey('othello', '203.0.113.6', DEMONSTRATION_PASSWORD, deviceOf(home))).toBe(429)
  })

  test('of a device that is forged, or of another account, count for its network', async () => {
    const prospero = at('203.0.113.7')
    expect(await logIn(prospero, 'prospero')).toBe(303)
    const [user, ...rest] = prospero.cookies.get('device')!.split('.')
    expect(user).toBe(String(world.userId('prospero')))
    await exhaust('iago', '192.0.2.8')
    const forged = [
      deviceOf(prospero),
      `device=${[world.userId('iago'), ...rest].join('.')}`,
      `device=${[world.userId('iago'), ...rest.slice(0, 3), 'A'.repeat(43)].join('.')}`,
      'device=',
      `device=${'x'.repeat(3000)}`,
    ]
    for (const cookie of forged)
      expect(await fetchKey('iago', '192.0.2.8', DEMONSTRATION_PASSWORD, cookie), cookie).toBe(429)
  })

  test('one browser is known to the people who share it, and ends to be with a new password', async () => {
    const shared = at('203.0.113.9')
    expect(await logIn(shared, 'aaron')).toBe(303)
    await shared.logOut()
    expect(await logIn(shared, 'zoe')).toBe(303)
    await exhaust('aaron', '203.0.113.9')
    await exhaust('zoe', '203.0.113.9')
    for (const name of ['aaron', 'zoe'])
      expect(await fetchKey(name, '203.0.113.9', DEMONSTRATION_PASSWORD, deviceOf(shared))).toBe(200)
    const changed = await shared.json.patch('/settings', {
      old_password: DEMONSTRATION_PASSWORD,
      new_password: 'four words of a play',
    })
    expect(changed.status).toBe(200)
    expect(await fetchKey('zoe', '203.0.113.9', 'four words of a play', deviceOf(shared))).toBe(429)
  })

  test('the owner of the mailbox becomes known by a link to choose another password', async () => {
    await exhaustEverywhere('polonius')
    const user = realm.users.byEmail('polonius@demo.test')!
    const until = Math.floor(Date.now() / 1000) + 1000
    const { pathname } = new URL(passwordResetUrl({ core: gateway.core, realm, user }, until))
    const owner = at('203.0.113.10')
    expect(await logIn(owner, 'polonius')).toBe(429)
    expect((await owner.submit(pathname, { password: 'another four words here' })).status).toBe(200)
    expect(await logIn(owner, 'polonius', 'another four words here')).toBe(303)
  })

  test('of others do not stop a person from changing the password', async () => {
    const zoe = world.client(url, 'shiva')
    await exhaustEverywhere('shiva')
    await zoe.ok(
      zoe.patch('/settings', { old_password: DEMONSTRATION_PASSWORD, new_password: 'some other four words' }),
    )
  })
})

describe('mails that a stranger requests', () => {
  const reset = async (address: string, name: string, path = '/accounts/password/reset', cookie?: string) => {
    const browsing = at(address)
    if (cookie !== undefined) browsing.cookies.set('device', cookie)
    return (await browsing.submit(path, { email: `${name}@demo.test` })).status
  }

  test('from one network do not use up those of the owner elsewhere', async () => {
    for (let n = 0; n < 5; n++) expect(await reset('192.0.2.20', 'hamlet')).toBe(200)
    expect(await reset('192.0.2.20', 'hamlet')).toBe(429)
    expect(await reset('203.0.113.20', 'hamlet')).toBe(200)
  })

  test('do not flood a mailbox from many networks, and known devices are let through', async () => {
    const home = at('203.0.113.21')
    expect(await logIn(home, 'cordelia')).toBe(303)
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push(await reset(`192.0.2.${100 + n}`, 'cordelia'))
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    const device = home.cookies.get('device')
    expect(await reset('203.0.113.22', 'cordelia', undefined, device)).toBe(200)
  })

  test('of one kind do not use up those of another kind', async () => {
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))
    const { invite_link } = await owner.ok(owner.post('/invites/multiuse', { stream_ids: [] }))
    const link = new URL(invite_link).pathname
    for (let n = 0; n < 4; n++) await reset(`192.0.2.${30 + n}`, 'newcomer', '/register')
    expect(await reset('192.0.2.40', 'newcomer', '/register')).toBe(429)
    // The person's own link, a new password, and the change of an address to this one.
    expect(await reset('203.0.113.30', 'newcomer', link)).toBe(200)
    expect(await reset('203.0.113.30', 'newcomer')).toBe(200)
    const hamlet = world.client(url, 'hamlet')
    await hamlet.ok(hamlet.patch('/settings', { email: 'newcomer@demo.test' }))
  })
})
