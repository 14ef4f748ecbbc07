import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Role } from '../../../../core/state/users/record.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { TestGitHub } from '../../../harness/github.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, demonstration, setRealm } from '../../routes/changes.ts'

const BACK = 'http://localhost:9991/login/with/github-hub/callback'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let hub: TestGitHub
let owner: Browsing

beforeAll(async () => {
  hub = await TestGitHub.start(BACK)
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const opened = await world.gateway()
  gateway = opened.gateway
  url = opened.url
  realm = await demonstration(world, gateway.core)
  await setRealm(gateway.core, realm, { invite_required: false })
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
})
afterAll(async () => {
  await world.close()
  await hub.close()
})
afterEach(async () => {
  hub.people.clear()
  hub.answer = undefined
  const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
  for (const { id } of providers) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  await world.sql('DELETE FROM external_identity')
})

const settings = (more: Record<string, unknown> = {}) => ({
  ...{ address: hub.address, client_id: hub.client.id, client_secret: hub.client.secret, ...more },
})
async function set(more: Record<string, unknown> = {}): Promise<number> {
  const about = { kind: 'github', name: 'hub', display_name: 'GitHub', enabled: true }
  const post = owner.json.post('/realm/log_in_providers', { ...about, settings: settings(more) })
  return (await owner.json.ok(post)).id
}
const primary = (email: string, verified = true) => ({ email, verified, primary: true })

async function begin(browsing: Browsing): Promise<string> {
  const { text, status } = await browsing.submit('/login/with/github-hub')
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to GitHub: ${status} ${text}`)
  return to
}
async function logIn(id: number) {
  const browsing = new Browsing(url)
  const back = new URL(await hub.logIn(await begin(browsing), id))
  const answer = await browsing.get(back.pathname + back.search)
  return { browsing, answer, status: answer.status, back }
}
const me = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body

test('a person joins the account with the primary address, and stays joined by the number', async () => {
  await set()
  const emails = [
    { email: 'desdemona@demo.test', verified: true, primary: false },
    primary('Hamlet@demo.test'),
  ]
  hub.people.set(7, { user: { login: 'hamlet', name: 'Prince' }, emails })
  expect((await me((await logIn(7)).browsing)).user_id).toBe(world.userId('hamlet'))
  const rows = await world.sql('SELECT issuer, subject, user_id FROM external_identity')
  expect(rows).toEqual([
    { issuer: `github:organization:hub:${hub.address}`, subject: '7', user_id: world.userId('hamlet') },
  ])
  // Somebody else takes the name and the address at GitHub.
  hub.people.set(8, { user: { login: 'hamlet' }, emails })
  expect((await logIn(8)).status).toBe(403)
  hub.people.set(7, { user: { login: 'renamed' }, emails: [primary('desdemona@demo.test')] })
  expect((await me((await logIn(7)).browsing)).user_id).toBe(world.userId('hamlet'))
})

test('a new account gets its name, or the name of the log-in there', async () => {
  await set()
  hub.people.set(20, { user: { login: 'octo', name: null }, emails: [primary('octo@demo.test')] })
  expect((await me((await logIn(20)).browsing)).full_name).toBe('octo')
})

test('an address that GitHub has not confirmed, or that is not the primary one, opens nothing', async () => {
  await set()
  hub.people.set(30, { user: { login: 'a' }, emails: [primary('hamlet@demo.test', false)] })
  hub.people.set(31, { user: { login: 'b' }, emails: [{ ...primary('hamlet@demo.test'), primary: false }] })
  hub.people.set(32, { user: { login: 'c' }, emails: [] })
  hub.people.set(33, { user: { login: 'd', email: 'hamlet@demo.test' }, emails: [] })
  for (const id of [30, 31, 32, 33]) expect([id, (await logIn(id)).status]).toEqual([id, 403])
  expect(await world.sql('SELECT FROM external_identity')).toEqual([])
})

test('only members of the organization at GitHub get in, and teams give roles', async () => {
  await set({ github_organization: 'Acme', roles: ['acme/chat-admins = administrator'] })
  const emails = [primary('member@demo.test')]
  const acme = { login: 'ACME' }
  hub.people.set(40, { user: { login: 'member' }, emails, organizations: [acme], teams: [] })
  const { browsing, status } = await logIn(40)
  expect([status, (await me(browsing)).role]).toEqual([303, Role.member])
  // The organization is on the second page.
  const others = Array.from({ length: 100 }, (_, n) => ({ login: `other-${n}` }))
  const teams = [{ slug: 'Chat-Admins', organization: acme }]
  hub.people.set(40, { user: { login: 'member' }, emails, organizations: [...others, acme], teams })
  expect((await me((await logIn(40)).browsing)).role).toBe(Role.administrator)
  hub.people.set(40, { user: { login: 'member' }, emails, organizations: others, teams })
  expect((await logIn(40)).status).toBe(401)
  hub.people.set(41, { user: { login: 'x' }, emails: [primary('x@demo.test')] })
  expect((await logIn(41)).status).toBe(401)
})

test('a state, a code and a browser work together and once', async () => {
  await set()
  hub.people.set(50, { user: { login: 'h' }, emails: [primary('hamlet@demo.test')] })
  const { browsing, back } = await logIn(50)
  expect((await browsing.get(back.pathname + back.search)).status).toBe(400)
  const [victim, attacker] = [new Browsing(url), new Browsing(url)]
  const theirs = new URL(await hub.logIn(await begin(attacker), 50))
  expect((await victim.get(theirs.pathname + theirs.search)).status).toBe(400)
  const mine = new URL(await hub.logIn(await begin(victim), 50))
  // A code of another log-in has another secret of PKCE.
  const other = new URL(await hub.logIn(await begin(attacker), 50))
  mine.searchParams.set('code', other.searchParams.get('code')!)
  expect((await victim.get(mine.pathname + mine.search)).status).not.toBe(303)
  expect(victim.cookies.has('sessionid')).toBe(false)
  const elsewhere = await anotherOrganization(gateway.core, url)
  expect((await new Browsing(elsewhere.url).get(other.pathname + other.search)).status).toBe(404)
})

test('odd answers of GitHub log nobody in', async () => {
  await set()
  hub.people.set(60, { user: { login: 'h' }, emails: [primary('hamlet@demo.test')] })
  const odd: Record<string, unknown>[] = [
    { '/user': { login: 'h' } },
    { '/user': { id: '60' } },
    { '/user': { id: 0 } },
    { '/user': [] },
    { '/user': 'x'.repeat(2_000_000) },
    { '/user/emails': {} },
    { '/user/emails': ['hamlet@demo.test'] },
    { '/login/oauth/access_token': { error: 'bad_verification_code' } },
    { '/login/oauth/access_token': {} },
  ]
  for (const answer of odd) {
    hub.answer = answer
    const { status, browsing } = await logIn(60)
    expect([Object.keys(answer), [401, 503].includes(status)]).toEqual([Object.keys(answer), true])
    expect(browsing.cookies.has('sessionid')).toBe(false)
  }
})

test('a test asks GitHub whether it knows the client', async () => {
  const found = async (more: Record<string, unknown>) => {
    const id = await set(more)
    const answer = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
    await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
    return [answer.good, `${answer.found}; ${answer.advice}`]
  }
  expect(await found({})).toEqual([true, expect.stringContaining('knows the client')])
  expect(await found({ client_secret: 'wrong' })).toEqual([
    false,
    expect.stringContaining('client id and secret'),
  ])
  expect(await found({ address: 'http://127.0.0.1:1' })).toEqual([
    false,
    expect.stringContaining('of no use'),
  ])
})
