import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { addProvider } from '../../../../core/people/authentication/providers/change.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { loggedGateway } from '../../../harness/logged-gateway.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, demonstration, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const ISSUER = 'https://portal.example'
const SECRET = 'a shared secret of thirty-two characters'

let world: World
let gateway: Gateway
let url: string
let otherUrl: string
let otherRealm: RealmState
let portal: Server
let owner: Browsing
let lines: string[]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

beforeAll(async () => {
  portal = createServer((_, res) => res.end('Log in'))
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const logged = await loggedGateway(world)
  gateway = logged.gateway
  url = logged.url
  lines = logged.lines
  await demonstration(world, gateway.core)
  const other = await anotherOrganization(gateway.core, url)
  otherUrl = other.url
  otherRealm = other.realm
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
  await add('rsa', { public_key: pem(rsa.publicKey) })
  await add('shared', { secret: SECRET })
})
afterAll(async () => {
  await gateway.close()
  await world.close()
  portal.closeAllConnections()
  await new Promise((done) => portal.close(done))
})
afterEach(async () => {
  lines.length = 0
  await world.sql('DELETE FROM external_identity')
})

const portalAddress = () => `http://127.0.0.1:${(portal.address() as AddressInfo).port}/log-in`
const add = (name: string, settings: Record<string, unknown>) =>
  owner.json.ok(
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'jwt', name, display_name: `Portal ${name}`, enabled: true },
      settings: { portal: portalAddress(), issuer: ISSUER, ...settings },
    }),
  )

/** Begins a log-in. Returns the parameters with which the browser comes to the portal. */
async function begin(browsing: Browsing, name = 'rsa'): Promise<URLSearchParams> {
  const { text } = await browsing.submit(`/login/with/jwt-${name}`)
  const to = /content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  expect(to.startsWith(portalAddress())).toBe(true)
  return new URL(to).searchParams
}
const seconds = () => Math.floor(Date.now() / 1000)
const claimsFor = (asked: URLSearchParams, more: JWTPayload = {}): JWTPayload => ({
  ...{ iss: ISSUER, aud: asked.get('audience')!, sub: 'person-1', nonce: asked.get('nonce')! },
  ...{ iat: seconds(), exp: seconds() + 120, email: 'hamlet@demo.test', name: 'Hamlet', ...more },
})
const sign = (claims: JWTPayload, key: Parameters<SignJWT['sign']>[0] = rsa.privateKey, alg = 'RS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key)
const back = (browsing: Browsing, asked: URLSearchParams, token: string, name = 'rsa') =>
  browsing.get(
    `/login/with/jwt-${name}/callback?${new URLSearchParams({ state: asked.get('state')!, token })}`,
  )
const whoIs = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body.user_id

test('a person of the portal logs in by a public key or a shared secret', async () => {
  const browsing = new Browsing(url)
  const asked = await begin(browsing)
  expect(asked.get('return_to')).toBe(`${ROOT}/login/with/jwt-rsa/callback`)
  expect(asked.get('audience')).toBe(ROOT)
  expect((await back(browsing, asked, await sign(claimsFor(asked)))).status).toBe(303)
  expect(await whoIs(browsing)).toBe(world.userId('hamlet'))
  const other = new Browsing(url)
  const again = await begin(other, 'shared')
  const token = await sign(claimsFor(again), Buffer.from(SECRET), 'HS256')
  expect((await back(other, again, token, 'shared')).status).toBe(303)
  expect(await whoIs(other)).toBe(world.userId('hamlet'))
  const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
  expect(JSON.stringify(providers)).not.toContain(SECRET)
  const { id } = providers[0]
  expect(await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))).toMatchObject({
    ...{ good: true, found: expect.stringContaining('RS256') },
  })
})

test('a new account has the language that was chosen in the browser', async () => {
  const realm = await demonstration(world, gateway.core)
  await setRealm(gateway.core, realm, { invite_required: false })
  const browsing = new Browsing(url)
  browsing.cookies.set('language', 'fr')
  const asked = await begin(browsing)
  const person = { sub: 'person-2', email: 'marcellus@demo.test', name: 'Marcellus' }
  expect((await back(browsing, asked, await sign(claimsFor(asked, person)))).status).toBe(303)
  await setRealm(gateway.core, realm, { invite_required: true })
  expect(realm.users.byEmail(person.email)!.settings.default_language).toBe('fr')
})

test.each([
  ['public_key', { public_key: pem(rsa.publicKey).replace('BEGIN', 'END') }],
  ['public_key', { public_key: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }],
  ['secret', { secret: 'short' }],
  ['portal', { portal: 'http://portal.example' }],
])('a wrong %s is refused', async (field, settings) => {
  const { body } = await owner.json.post('/realm/log_in_providers', {
    ...{ kind: 'jwt', name: 'bad', display_name: 'Bad' },
    settings: { portal: portalAddress(), issuer: ISSUER, ...settings },
  })
  expect(body).toMatchObject({ code: 'INVALID_PROVIDER_FIELD', field })
})

describe('attacks', () => {
  /** Tries a token, with its claims. */
  async function refused(
    make: (asked: URLSearchParams) => Promise<string> | string,
    { name = 'rsa', status = 401 } = {},
  ) {
    const browsing = new Browsing(url)
    const asked = await begin(browsing, name)
    const answer = await back(browsing, asked, await make(asked), name)
    expect([answer.status, await whoIs(browsing)]).toEqual([status, undefined])
    expect(await world.sql('SELECT * FROM external_identity')).toEqual([])
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('a token without a signature, of another key, or that takes the public key for a secret is refused', async () => {
    await refused((asked) => `${part({ alg: 'none' })}.${part(claimsFor(asked))}.`)
    await refused((asked) => `${part({ alg: 'RS256' })}.${part(claimsFor(asked))}.AAAA`)
    await refused((asked) =>
      sign(claimsFor(asked), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    )
    await refused((asked) => {
      const text = `${part({ alg: 'HS256' })}.${part(claimsFor(asked))}`
      const forged = createHmac('sha256', pem(rsa.publicKey)).update(text).digest('base64url')
      return `${text}.${forged}`
    })
    await refused((asked) => sign(claimsFor(asked)), { name: 'shared' })
    await refused(() => 'nonsense')
    await refused(() => 'x'.repeat(9000))
  })

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'https://elsewhere.example' }],
    ['no audience', { aud: undefined }],
    ['another nonce', { nonce: 'x' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no end', { exp: undefined }],
    ['no beginning', { iat: undefined }],
    ['an age of more than ten minutes', { iat: Math.floor(Date.now() / 1000) - 1000 }],
  ])('a token with %s is refused', async (_, more) => {
    await refused((asked) => sign(claimsFor(asked, more as JWTPayload)))
  })

  test('a clock that is off by an hour is named in the log, without the token', async () => {
    for (const shift of [-3600, 3600]) {
      lines.length = 0
      await refused((asked) =>
        sign(claimsFor(asked, { iat: seconds() + shift, exp: seconds() + shift + 120 })),
      )
      expect(lines.join()).toContain('synchronize the clocks')
      expect(lines.join()).not.toContain('eyJ')
    }
  })

  test('an address that is not confirmed opens nothing', async () => {
    await refused((asked) => sign(claimsFor(asked, { email_verified: false })), { status: 403 })
    await refused((asked) => sign(claimsFor(asked, { email: undefined })), { status: 403 })
  })

  test('a token works once, in its browser, organization and method', async () => {
    const browsing = new Browsing(url)
    const asked = await begin(browsing)
    const token = await sign(claimsFor(asked))
    const stranger = new Browsing(url)
    expect((await back(stranger, asked, token)).status).toBe(400)
    expect((await back(browsing, asked, token)).status).toBe(400)
    const second = new Browsing(url)
    const next = await begin(second)
    expect((await back(second, next, token)).status).toBe(401)
    const third = new Browsing(url)
    const last = await begin(third)
    expect((await back(third, last, await sign(claimsFor(last)), 'shared')).status).toBe(400)
    expect((await back(new Browsing(otherUrl), last, token)).status).toBe(404)
  })

  test('a portal names no person of another portal that has its issuer', async () => {
    const browsing = new Browsing(url)
    const asked = await begin(browsing)
    await back(browsing, asked, await sign(claimsFor(asked)))
    expect(await whoIs(browsing)).toBe(world.userId('hamlet'))
    const other = new Browsing(url)
    const there = await begin(other, 'shared')
    const claims = claimsFor(there, { email: 'cordelia@demo.test' })
    await back(other, there, await sign(claims, Buffer.from(SECRET), 'HS256'), 'shared')
    expect(await whoIs(other)).toBe(world.userId('cordelia'))
    const rows = await world.sql('SELECT user_id, issuer, subject FROM external_identity ORDER BY issuer')
    expect(rows).toEqual([
      { user_id: world.userId('hamlet'), issuer: `jwt:organization:rsa:${ISSUER}`, subject: 'person-1' },
      { user_id: world.userId('cordelia'), issuer: `jwt:organization:shared:${ISSUER}`, subject: 'person-1' },
    ])
    // The address of an account that belongs to the portal already opens nothing for another subject there.
    const third = new Browsing(url)
    const last = await begin(third)
    const taken = await sign(claimsFor(last, { sub: 'person-2' }))
    expect([(await back(third, last, taken)).status, await whoIs(third)]).toEqual([403, undefined])
  })

  test('a token of a portal of one organization opens nothing in another, which has its issuer and key', async () => {
    const settings = { portal: portalAddress(), issuer: ISSUER, public_key: pem(rsa.publicKey) }
    const by = { core: gateway.core, realm: otherRealm }
    const about = { kind: 'jwt', displayName: 'Portal', isEnabled: true }
    await addProvider(by, { ...about, name: 'rsa', settings })
    const own = generateKeyPairSync('ed25519')
    await addProvider(by, {
      ...{ ...about, name: 'own', settings: { ...settings, public_key: pem(own.publicKey) } },
    })
    const opens = async (
      name: string,
      key: KeyObject,
      alg: string,
      more: (asked: URLSearchParams) => JWTPayload,
    ) => {
      const browsing = new Browsing(otherUrl)
      const asked = await begin(browsing, name)
      const claims = claimsFor(asked, { email: 'owner@other.test', ...more(asked) })
      const { status } = await back(browsing, asked, await sign(claims, key, alg), name)
      return [status, await whoIs(browsing)]
    }
    const nothing = [401, undefined]
    expect(await opens('rsa', rsa.privateKey, 'RS256', () => ({ aud: ROOT }))).toEqual(nothing)
    expect(await opens('own', rsa.privateKey, 'RS256', () => ({}))).toEqual(nothing)
    expect(await opens('own', rsa.privateKey, 'RS256', () => ({ aud: ROOT }))).toEqual(nothing)
    expect((await opens('own', own.privateKey, 'EdDSA', () => ({})))[0]).toBe(303)
    // A token that the first organization's log-in has asked for has its nonce, and comes by no state of the
    // other.
    const browsing = new Browsing(url)
    const asked = await begin(browsing)
    const token = await sign(claimsFor(asked, { aud: [ROOT, otherUrl] }))
    const there = new Browsing(otherUrl)
    expect((await back(there, asked, token)).status).toBe(400)
    const again = await begin(there)
    expect([(await back(there, again, token)).status, await whoIs(there)]).toEqual(nothing)
  })
})
