import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { passwordResetUrl } from '../../../../core/people/credentials/reset-password.ts'
import { resetFactors } from '../../../../core/people/second-factors/remove.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization } from '../../routes/changes.ts'

const SECOND_STEP = '/login/second-step'
const OTP = 'a5'.repeat(32)

let world: World
let gateway: Gateway
let realm: RealmState
let url: string

beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '6' })
  ;({ gateway, url } = await world.gateway())
  realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

const hamlet = () => realm.users.get(world.userId('hamlet') as UserId)!
const loggedIn = async (name: string, password = DEMONSTRATION_PASSWORD) => {
  const browsing = new Browsing(url)
  await browsing.logIn(name, password)
  return browsing
}
const ok = (answer: { status: number; headers: Headers }) => [answer.status, answer.headers.get('location')]

/** Adds an app to the account of Hamlet. */
async function withApp(): Promise<{ secret: string; codes: string[] }> {
  const { json } = await loggedIn('hamlet')
  const { secret, setup } = await json.ok(json.post('/users/me/authenticator/begin'))
  const added = await json.ok(json.post('/users/me/authenticator', { setup, code: codeOf(secret) }))
  return { secret, codes: added.recovery_codes }
}
const isLoggedIn = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status === 200
const enter = (browsing: Browsing, code: string) => browsing.submit(SECOND_STEP, { code })

describe('an account with an authenticator app', () => {
  let secret: string
  let codes: string[]

  beforeEach(async () => {
    await resetFactors(gateway.core, realm, hamlet().id)
    const limits = await world.redis.keys('rate*')
    for (const key of limits) await world.redis.del(key)
    ;({ secret, codes } = await withApp())
  })

  test('logs in with the password and then a code', async () => {
    const browsing = new Browsing(url)
    const first = await browsing.submit('/login?next=/%23narrow/is/starred', {
      email: 'hamlet@demo.test',
      password: DEMONSTRATION_PASSWORD,
    })
    expect(ok(first)).toEqual([303, SECOND_STEP])
    expect((await browsing.get(SECOND_STEP)).text).toContain('hamlet@demo.test')
    expect(ok(await enter(browsing, codeOf(secret, 1)))).toEqual([303, '/#narrow/is/starred'])
    expect(await isLoggedIn(browsing)).toBe(true)
    expect(browsing.cookies.has('login')).toBe(false)
    expect(ok(await browsing.get(SECOND_STEP))).toEqual([303, '/login'])
  })

  test('has no session between the steps', async () => {
    const browsing = await loggedIn('hamlet')
    expect(browsing.cookies.has('sessionid')).toBe(false)
    expect(browsing.cookies.has('device')).toBe(false)
    expect(await isLoggedIn(browsing)).toBe(false)
    expect(ok(await browsing.get('/'))).toEqual([303, '/login'])
    // The token of the waiting log-in does not open a session under the name of one.
    browsing.cookies.set('sessionid', browsing.cookies.get('login')!)
    expect(await isLoggedIn(browsing)).toBe(false)
  })

  test('refuses the code that was used to add it, and each code a second time', async () => {
    const browsing = await loggedIn('hamlet')
    expect((await enter(browsing, codeOf(secret))).status).toBe(401)
    const code = codeOf(secret, 1)
    expect((await enter(browsing, code)).status).toBe(303)
    const other = await loggedIn('hamlet')
    const again = await enter(other, code)
    expect(again.status).toBe(401)
    expect(again.text).toContain('The code is wrong or has been used.')
    expect(await isLoggedIn(other)).toBe(false)
  })

  test('lets one of two log-ins in that send the same code at once', async () => {
    const browsings = await Promise.all([loggedIn('hamlet'), loggedIn('hamlet')])
    const code = codeOf(secret, 1)
    const answers = await Promise.all(browsings.map((browsing) => enter(browsing, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
  })

  test('takes each recovery code once, in any spelling, also from two browsers at once', async () => {
    expect(codes).toHaveLength(10)
    const browsings = await Promise.all([loggedIn('hamlet'), loggedIn('hamlet')])
    const given = codes[0]!.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(browsings.map((browsing) => enter(browsing, given)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
    const browsing = await loggedIn('hamlet')
    expect((await enter(browsing, codes[0]!)).status).toBe(401)
    expect((await enter(browsing, codes[1]!)).status).toBe(303)
    const { recovery_codes_left } = await browsing.json.ok(browsing.json.get('/users/me/second_factors'))
    expect(recovery_codes_left).toBe(8)
  })

  test('stores neither secret nor codes readably', async () => {
    const rows = await world.sql("SELECT encode(secret, 'escape') AS text FROM authenticator")
    const hashes = await world.sql("SELECT encode(hash, 'escape') AS text FROM recovery_code")
    const text = JSON.stringify([rows, hashes])
    for (const known of [secret, ...codes]) expect(text).not.toContain(known)
  })

  test('limits guesses, whatever the number of log-ins, and also for the right code', async () => {
    const browsing = await loggedIn('hamlet')
    for (let i = 0; i < 3; i++) expect((await enter(browsing, '000000')).status).toBe(401)
    const other = await loggedIn('hamlet')
    for (let i = 0; i < 3; i++) expect((await enter(other, 'aaaa-bbbb-cccc')).status).toBe(401)
    expect((await enter(other, codeOf(secret, 1))).status).toBe(429)
    expect(ok(await loggedIn('hamlet').then((one) => one.get('/')))).toEqual([303, '/login'])
  })

  test('has no waiting log-in any more once its sessions end, as with another password', async () => {
    const browsing = await loggedIn('hamlet')
    const page = await browsing.get(SECOND_STEP)
    const owner = world.client(url, 'desdemona')
    await owner.ok(owner.delete(`/users/${hamlet().id}/sessions`))
    const late = await browsing.submitForm(page.text, { code: codeOf(secret, 1) }, SECOND_STEP)
    expect(ok(late)).toEqual([303, '/login'])
    expect(await isLoggedIn(browsing)).toBe(false)
  })

  test('is not let in by other ways to log in', async () => {
    const client = new Client(url)
    const credentials = { username: 'hamlet@demo.test', password: DEMONSTRATION_PASSWORD }
    const refusal = await client.post('/fetch_api_key', credentials)
    expect([refusal.status, refusal.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED'])
    expect(refusal.body).not.toHaveProperty('api_key')
    const wrong = await client.post('/fetch_api_key', { ...credentials, password: 'elsinore' })
    expect(wrong.body.code).toBe('AUTHENTICATION_FAILED')
    // An app that opens the browser waits for the second step too.
    const browsing = new Browsing(url)
    const app = await browsing.submit(`/login?mobile_flow_otp=${OTP}`, {
      email: 'hamlet@demo.test',
      password: DEMONSTRATION_PASSWORD,
    })
    expect(ok(app)).toEqual([303, SECOND_STEP])
    const entered = await enter(browsing, codeOf(secret, 1))
    expect(entered.headers.get('location')).toMatch(/^zulip:\/\/login\?/)
    expect(browsing.cookies.has('sessionid')).toBe(false)
    // The link to choose another password logs nobody in.
    const reset = new Browsing(url)
    const link = new URL(
      passwordResetUrl({ core: gateway.core, realm, user: hamlet() }, Math.floor(Date.now() / 1000) + 600),
    ).pathname
    const changed = await reset.submit(link, { password: DEMONSTRATION_PASSWORD })
    expect([changed.status, await isLoggedIn(reset)]).toEqual([422, false])
  })

  test('keeps its API key', async () => {
    const answer = await world.client(url, 'hamlet').get('/users/me')
    expect(answer.status).toBe(200)
  })

  test('belongs to one organization: its waiting log-in opens nothing in another', async () => {
    const other = await anotherOrganization(gateway.core, url)
    const browsing = await loggedIn('hamlet')
    const elsewhere = new Browsing(other.url)
    elsewhere.cookies.set('login', browsing.cookies.get('login')!)
    expect(ok(await elsewhere.get(SECOND_STEP))).toEqual([303, '/login'])
  })

  test('is removed by its owner, and the password alone is enough again', async () => {
    const browsing = await loggedIn('hamlet')
    await enter(browsing, codeOf(secret, 1))
    await browsing.json.ok(browsing.json.delete('/users/me/authenticator'))
    expect(await world.sql('SELECT 1 FROM authenticator UNION ALL SELECT 1 FROM recovery_code')).toEqual([])
    expect(await isLoggedIn(await loggedIn('hamlet'))).toBe(true)
    const mails = await world.sql<{ data: { change: string } }>(
      "SELECT data FROM job_outbox WHERE name = 'second-factor-changed' ORDER BY id",
    )
    expect(mails.map(({ data }) => data.change).slice(-2)).toEqual([
      'authenticator_added',
      'authenticator_removed',
    ])
    const owner = world.client(url, 'desdemona')
    const { entries } = await owner.ok(owner.get('/audit_log'))
    expect(entries.find(({ property }: { property: string | null }) => property !== null)).toMatchObject({
      property: 'authenticator',
      old_value: 'true',
      new_value: 'false',
    })
  })
})
