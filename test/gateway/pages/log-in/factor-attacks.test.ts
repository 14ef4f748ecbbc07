import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { resetFactors } from '../../../../core/people/second-factors/remove.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing, type PageAnswer } from '../../../harness/browsing.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { SoftwarePasskey } from '../../../harness/software-passkey.ts'
import { World } from '../../../harness/world.ts'
import { setRealm } from '../../routes/changes.ts'

const SECOND_STEP = '/login/second-step'
const LIMIT = 6

let world: World
let gateway: Gateway
let realm: RealmState
let url: string

beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: String(LIMIT) })
  ;({ gateway, url } = await world.gateway())
  realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())

beforeEach(async () => {
  for (const name of ['hamlet', 'cordelia'])
    await resetFactors(gateway.core, realm, world.userId(name) as UserId)
  await forgetAttempts()
})

const forgetAttempts = async () => {
  for (const key of await world.redis.keys('rate*')) await world.redis.del(key)
}
const loggedIn = async (name: string) => {
  const browsing = new Browsing(url)
  await browsing.logIn(name, DEMONSTRATION_PASSWORD)
  return browsing
}
const isLoggedIn = async ({ json }: Browsing) => (await json.get('/users/me')).status === 200
const whoIs = async ({ json }: Browsing) => (await json.get('/users/me')).body.email
const enter = (browsing: Browsing, code: string) => browsing.submit(SECOND_STEP, { code })

/** Adds an app to an account. Returns a browser that is logged in, the secret and the sealed set-up. */
async function withApp(name: string) {
  const browsing = await loggedIn(name)
  const { json } = browsing
  const { secret, setup } = await json.ok(json.post('/users/me/authenticator/begin'))
  const code = codeOf(secret)
  const { recovery_codes: codes } = await json.ok(json.post('/users/me/authenticator', { setup, code }))
  return { browsing, secret: secret as string, setup: setup as string, codes: codes as string[] }
}

/** Adds a passkey to an account. */
async function withPasskey(name: string): Promise<SoftwarePasskey> {
  const { json } = await loggedIn(name)
  const passkey = new SoftwarePasskey()
  const { options } = await json.ok(json.post('/users/me/passkeys/begin'))
  await json.ok(json.post('/users/me/passkeys', { response: passkey.registration(options, url) }))
  return passkey
}

/** The options that a page gives a browser for a passkey. */
const optionsOn = ({ text }: PageAnswer): { challenge: string; rpId: string } =>
  JSON.parse(/data-passkey="([^"]+)"/.exec(text)![1]!.replaceAll('&quot;', '"'))

/** Sends the answer of a passkey to the log-in page, or to the page of the second step. */
async function send(browsing: Browsing, path: string, response: string): Promise<number> {
  const csrftoken = browsing.cookies.get('csrftoken') ?? ''
  const form = new URLSearchParams({ csrftoken, response })
  if (path !== SECOND_STEP)
    for (const [name, value] of [
      ['method', 'passkey'],
      ['step', 'check'],
    ] as const)
      form.set(name, value)
  return (await browsing.request('POST', path, form.toString())).status
}

describe('a replayed code', () => {
  test('of a confirmation does not log in, and one of a log-in confirms nothing', async () => {
    const { browsing, secret } = await withApp('hamlet')
    const code = codeOf(secret, 1)
    await browsing.json.ok(browsing.json.post('/users/me/confirm_identity', { code }))
    expect((await enter(await loggedIn('hamlet'), code)).status).toBe(401)
    const { browsing: other, secret: second } = await withApp('cordelia')
    const used = codeOf(second, 1)
    expect((await enter(await loggedIn('cordelia'), used)).status).toBe(303)
    const again = await other.json.post('/users/me/confirm_identity', { code: used })
    expect(again.body.msg).toBe('The code is wrong or has been used.')
  })

  test('does not work again after its app was added again, by the same set-up', async () => {
    const { browsing, secret, setup } = await withApp('hamlet')
    const first = codeOf(secret)
    const used = codeOf(secret, 1)
    expect((await enter(await loggedIn('hamlet'), used)).status).toBe(303)
    await browsing.json.ok(browsing.json.post('/users/me/authenticator', { setup, code: first }))
    for (const code of [used, first]) expect((await enter(await loggedIn('hamlet'), code)).status).toBe(401)
  })
})

describe('guesses', () => {
  test('that arrive at once are limited as others', async () => {
    const { secret } = await withApp('hamlet')
    const browsings = [await loggedIn('hamlet'), await loggedIn('hamlet')]
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, n) => enter(browsings[n % 2]!, `${100_000 + n}`)),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(LIMIT)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3 * LIMIT)
    expect((await enter(browsings[0]!, codeOf(secret, 1))).status).toBe(429)
  })

  test('with passkeys that are none count too, and no code of the account is found beside them', async () => {
    const { secret } = await withApp('hamlet')
    const browsing = await loggedIn('hamlet')
    const passkey = new SoftwarePasskey()
    const options = { challenge: Buffer.from('none').toString('base64url'), rpId: '127.0.0.1' }
    const statuses: number[] = []
    for (let n = 0; n < LIMIT; n++)
      statuses.push(await send(browsing, SECOND_STEP, passkey.assertion(options, url)))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect((await enter(browsing, codeOf(secret, 1))).status).toBe(429)
  })
})

describe('a skipped second step', () => {
  test('opens nothing: neither the set-up of a factor, nor a page for apps, nor the consent for a device', async () => {
    await withApp('hamlet')
    const browsing = await loggedIn('hamlet')
    for (const path of ['/login/set-up', '/device', '/', `/login?mobile_flow_otp=${'a5'.repeat(32)}`]) {
      const answer = await browsing.get(path)
      expect(answer.headers.get('location') ?? '', path).not.toMatch(/zulip:/)
      expect(answer.text, path).not.toContain('<svg')
    }
    expect([await isLoggedIn(browsing), browsing.cookies.has('sessionid')]).toEqual([false, false])
  })

  test('is not replaced by the cookie of a log-in that has ended', async () => {
    const { secret } = await withApp('hamlet')
    const browsing = await loggedIn('hamlet')
    const kept = browsing.cookies.get('login')!
    const page = await browsing.get(SECOND_STEP)
    expect((await enter(browsing, codeOf(secret, 1))).status).toBe(303)
    const thief = new Browsing(url)
    await thief.get('/login')
    thief.cookies.set('login', kept)
    const late = await thief.submitForm(page.text, { code: codeOf(secret, 1) }, SECOND_STEP)
    expect([late.headers.get('location'), await isLoggedIn(thief)]).not.toEqual(['/', true])
    expect(await isLoggedIn(thief)).toBe(false)
  })
})

describe('a challenge', () => {
  test('of somebody else’s second step, another browser or another purpose is refused, and works once', async () => {
    const passkey = await withPasskey('hamlet')
    await withPasskey('cordelia')
    const [hamlet, other, cordelia, visitor] = [
      await loggedIn('hamlet'),
      await loggedIn('hamlet'),
      await loggedIn('cordelia'),
      new Browsing(url),
    ]
    const own = optionsOn(await hamlet.get(SECOND_STEP))
    for (const [from, path] of [
      [cordelia, SECOND_STEP],
      [other, SECOND_STEP],
      [visitor, '/login'],
    ] as const) {
      const options = { ...optionsOn(await from.get(path)), rpId: own.rpId }
      expect(await send(hamlet, SECOND_STEP, passkey.assertion(options, url)), path).toBe(401)
    }
    // A right answer for another person's second step does not let that person, or the signer, in.
    const theirs = optionsOn(await cordelia.get(SECOND_STEP))
    expect(await send(cordelia, SECOND_STEP, passkey.assertion(theirs, url))).toBe(401)
    expect(await isLoggedIn(cordelia)).toBe(false)
    await forgetAttempts()
    const answer = passkey.assertion(own, url)
    expect(await send(hamlet, SECOND_STEP, answer)).toBe(303)
    expect(await whoIs(hamlet)).toBe('hamlet@demo.test')
    expect(await send(other, SECOND_STEP, answer)).toBe(401)
    expect(await send(visitor, '/login', answer)).toBe(401)
  })

  test('that a copied device answers with an old count, or another key signs, is refused', async () => {
    const passkey = await withPasskey('hamlet')
    const attempt = async (how: Parameters<SoftwarePasskey['assertion']>[2]) => {
      const browsing = new Browsing(url)
      const options = optionsOn(await browsing.get('/login'))
      const status = await send(browsing, '/login', passkey.assertion(options, url, how))
      await forgetAttempts()
      return [status, await isLoggedIn(browsing)]
    }
    expect(await attempt({ counter: 7 })).toEqual([303, true])
    for (const counter of [7, 6, 0]) expect(await attempt({ counter }), `${counter}`).toEqual([401, false])
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(await attempt({ counter: 9, keys })).toEqual([401, false])
    expect(await attempt({ counter: 8 })).toEqual([303, true])
  })
})

describe('a downgrade', () => {
  test('from a passkey with PIN to a passkey alone is refused instead of the password, and is a second factor', async () => {
    const passkey = await withPasskey('hamlet')
    const visitor = new Browsing(url)
    const options = optionsOn(await visitor.get('/login'))
    const bare = passkey.assertion(options, url, { isChecked: false })
    expect(await send(visitor, '/login', bare)).toBe(401)
    expect(await isLoggedIn(visitor)).toBe(false)
    const browsing = await loggedIn('hamlet')
    const second = optionsOn(await browsing.get(SECOND_STEP))
    expect(await send(browsing, SECOND_STEP, passkey.assertion(second, url, { isChecked: false }))).toBe(303)
  })

  test('by an API key, another way in, or a role that no longer needs the factor does not remove it', async () => {
    const { secret } = await withApp('hamlet')
    const key = world.client(url, 'hamlet')
    for (const answer of [
      await key.delete('/users/me/authenticator'),
      await key.post('/users/me/recovery_codes'),
      await key.post('/users/me/authenticator/begin'),
      await key.post('/users/me/confirm_identity', { code: codeOf(secret, 1) }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    await setRealm(gateway.core, realm, { two_factor_required_role: 0 })
    const browsing = await loggedIn('hamlet')
    expect(await isLoggedIn(browsing)).toBe(false)
    expect((await enter(browsing, codeOf(secret, 1))).status).toBe(303)
  })
})
