import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { decrypted, tokenOn } from '../../../harness/app-token.ts'
import { Browsing, type PageAnswer } from '../../../harness/browsing.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { keyPair, TestSamlProvider } from '../../../harness/saml-provider.ts'
import { silent, World } from '../../../harness/world.ts'
import { anotherOrganization } from '../../routes/changes.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const SAML_LOG_OUT = '/login/with/saml-corp/log-out'

let world: World
let gateway: Gateway
let url: string
let otherUrl: string
let corp: TestProvider
let saml: TestSamlProvider
const ours = keyPair()

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  const redirects = [url, url.replace('localhost', 'other.localhost')].flatMap((root) =>
    ['corp', 'quiet'].map((name) => `${root}/login/with/oidc-${name}/callback`),
  )
  corp = await TestProvider.start(redirects, {
    clients: [
      {
        ...{ client_id: 'loquat', client_secret: 'a secret of the client', redirect_uris: redirects },
        post_logout_redirect_uris: [`${url}/login`],
        backchannel_logout_uri: `${url}/login/with/oidc-corp/log-out`,
        backchannel_logout_session_required: true,
      },
    ],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The provider's own dispatcher refuses addresses of this machine.
    fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined } as RequestInit),
  })
  saml = await TestSamlProvider.start()
  const settings = { metadata: saml.metadata, certificate: ours.cert, private_key: ours.key }
  world = await World.create({
    ROOT_URL: url,
    OPENID_PROVIDERS: JSON.stringify([
      corp.entry('corp', { shares_log_outs: true, session_hours: 9 }),
      corp.entry('quiet'),
    ]),
    LOG_IN_PROVIDERS: JSON.stringify([
      { kind: 'saml', name: 'corp', display_name: 'SAML', ...settings, shares_log_outs: true },
    ]),
  })
  gateway = await Gateway.open(world.config, silent)
  await gateway.listen(port, '127.0.0.1')
  otherUrl = (await anotherOrganization(gateway.core, url, 'other.localhost')).url
})
afterAll(async () => {
  await gateway?.close()
  await world?.close()
  await corp?.close()
  await saml?.close()
})

const isIn = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status === 200
const forwarded = ({ text }: PageAnswer) =>
  /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

describe('a provider of OpenID Connect', () => {
  /** Logs in with a browser that has its own cookies at the provider. */
  async function logIn(
    subject: string,
    name = 'corp',
    { at = url, email = `${subject}@demo.test`, there = new Browsing(corp.issuer) } = {},
  ) {
    corp.people[subject] = { email, email_verified: true }
    const here = new Browsing(at)
    const to = forwarded(await here.submit(`/login/with/oidc-${name}`))!
    const back = new URL(await corp.logIn(to, subject, there))
    await here.get(back.pathname + back.search)
    expect(await isIn(here)).toBe(true)
    return { here, there }
  }
  const send = (token: string, name = 'corp', at = url) =>
    new Browsing(at).request(
      'POST',
      `/login/with/oidc-${name}/log-out`,
      new URLSearchParams({ logout_token: token }).toString(),
    )

  test('ends its session when somebody logs out here, and sends the browser back', async () => {
    const { here, there } = await logIn('hamlet')
    const address = forwarded(await here.logOut())!
    expect(await isIn(here)).toBe(false)
    const ended = await corp.logOut(there, address.slice(corp.issuer.length))
    expect([ended.status, ended.headers.get('location')]).toEqual([303, `${url}/login`])
    // A log-in there asks for a person again.
    const to = forwarded(await here.submit('/login/with/oidc-corp'))!
    expect((await there.get(to.slice(corp.issuer.length))).headers.get('location')).toContain('/interaction/')
  })

  test('ends the sessions here that began in its session, and no other, when the person logs out there', async () => {
    const { here, there } = await logIn('cordelia')
    // Two browsers here, such as a desktop app, may share one session there.
    const { here: beside } = await logIn('cordelia', 'corp', { there })
    const { here: other } = await logIn('cordelia')
    const { here: somebody } = await logIn('othello')
    const byPassword = new Browsing(url)
    await byPassword.logIn('cordelia', DEMONSTRATION_PASSWORD)
    await corp.logOut(there)
    await expect.poll(async () => [await isIn(here), await isIn(beside)]).toEqual([false, false])
    expect(await Promise.all([other, somebody, byPassword].map(isIn))).toEqual([true, true, true])
    const cordelia = world.client(url, 'cordelia')
    await cordelia.ok(cordelia.get('/users/me'))
  })

  test('ends all sessions of a person whom its token names without a session', async () => {
    const { here } = await logIn('cordelia')
    const { here: other } = await logIn('cordelia')
    const { here: somebody } = await logIn('othello')
    expect((await send(await tokenAbout({ sub: 'cordelia' }))).status).toBe(200)
    expect(await Promise.all([here, other, somebody].map(isIn))).toEqual([false, false, true])
  })

  test('ends no session of the person for a session that is unknown here, or known to another person', async () => {
    const { here } = await logIn('cordelia')
    let sid: unknown
    corp.tamper = (token) => {
      sid = token.claims.sid
      return token
    }
    const { here: somebody } = await logIn('othello')
    corp.tamper = undefined
    for (const named of ['another session', String(sid)])
      expect((await send(await tokenAbout({ sub: 'cordelia', sid: named }))).status).toBe(200)
    expect(await Promise.all([here, somebody].map(isIn))).toEqual([true, true])
  })

  /** A log-out token about a person or a session. */
  const tokenAbout = (about: { sub?: string; sid?: string }) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: corp.issuer, aud: 'loquat', iat: now, exp: now + 60, jti: randomUUID() }
    return corp.sign({ ...claims, ...about, events: { [EVENT]: {} } })
  }

  test('ends them by the id of its session alone', async () => {
    let sid: unknown
    corp.tamper = (token) => {
      sid = token.claims.sid
      return token
    }
    const { here } = await logIn('zoe')
    corp.tamper = undefined
    expect(sid).toMatch(/./)
    const { here: other } = await logIn('zoe')
    const { here: somebody } = await logIn('othello')
    const all = () => Promise.all([here, other, somebody].map(isIn))
    expect((await send(await tokenAbout({ sid: 'another session' }))).status).toBe(200)
    expect(await all()).toEqual([true, true, true])
    expect((await send(await tokenAbout({ sid: String(sid) }))).status).toBe(200)
    expect(await all()).toEqual([false, true, true])
  })

  test('ends the session of a desktop app that the browser has let in, after the hours of the browser', async () => {
    const { here, there } = await logIn('hamlet')
    const path = `/login?desktop_flow_otp=${'a5'.repeat(32)}`
    const token = decrypted(
      tokenOn(await here.submitForm((await here.get(path)).text, {}, path)),
      'a5'.repeat(32),
    )
    const app = new Browsing(url, { 'user-agent': 'ZulipElectron/5.11.1' })
    await app.get('/login/in-browser')
    await app.get(`/accounts/login/subdomain/${token}`)
    expect(await isIn(app)).toBe(true)
    const keys = await world.redis.keys('session:*')
    const sessions = (await world.redis.mget(keys)).map((text) => JSON.parse(text!))
    const hours = sessions.filter(({ user }) => user === world.userId('hamlet')).map((one) => one.hours)
    expect(hours).toEqual([expect.closeTo(9, 1), expect.closeTo(9, 1)])
    await corp.logOut(there)
    await expect.poll(async () => [await isIn(here), await isIn(app)]).toEqual([false, false])
  })

  test('lets no log-in begin a session whose session there has ended before the second step', async () => {
    const setUp = new Browsing(url)
    await setUp.logIn('shiva', DEMONSTRATION_PASSWORD)
    const { json } = setUp
    const { secret, setup } = await json.ok(json.post('/users/me/authenticator/begin'))
    await json.ok(json.post('/users/me/authenticator', { setup, code: codeOf(secret) }))
    corp.people.shiva = { email: 'shiva@demo.test', email_verified: true }
    const [here, there] = [new Browsing(url), new Browsing(corp.issuer)]
    const back = new URL(
      await corp.logIn(forwarded(await here.submit('/login/with/oidc-corp'))!, 'shiva', there),
    )
    const first = await here.get(back.pathname + back.search)
    expect(first.headers.get('location')).toBe('/login/second-step')
    for (const key of await world.redis.keys('session-ended-there:*')) await world.redis.del(key)
    await corp.logOut(there)
    await expect.poll(async () => (await world.redis.keys('session-ended-there:*')).length).toBeGreaterThan(0)
    const second = await here.submit('/login/second-step', { code: codeOf(secret, 1) })
    expect([second.status, second.text]).toEqual([400, expect.stringContaining('has expired')])
    expect(await isIn(here)).toBe(false)
    await json.ok(json.delete('/users/me/authenticator'))
  })

  test('ends them however long ago the person logged in, and whatever Redis has lost', async () => {
    const { here, there } = await logIn('cordelia')
    for (const key of await world.redis.keys('provider-name:*')) await world.redis.del(key)
    await corp.logOut(there)
    await expect.poll(() => isIn(here)).toBe(false)
  })

  test('ends no session in another organization, nor at another client of the provider', async () => {
    const { here } = await logIn('hamlet')
    const { here: quiet } = await logIn('iago', 'quiet')
    const { here: elsewhere } = await logIn('owner-there', 'corp', {
      at: otherUrl,
      email: 'owner@other.test',
    })
    const about = async (sub: string) => tokenAbout({ sub })
    expect((await send(await about('hamlet'), 'corp', otherUrl)).status).toBe(200)
    for (const sub of ['owner-there', 'iago']) expect((await send(await about(sub))).status).toBe(200)
    expect(await Promise.all([here, quiet, elsewhere].map(isIn))).toEqual([true, true, true])
    expect((await send(await about('owner-there'), 'corp', otherUrl)).status).toBe(200)
    expect(await Promise.all([here, quiet, elsewhere].map(isIn))).toEqual([true, true, false])
  })

  test('ends nothing by tokens that are forged, old, for others, of another kind, or come again', async () => {
    const { here } = await logIn('iago')
    const now = Math.floor(Date.now() / 1000)
    const claims = () => ({
      ...{ iss: corp.issuer, aud: 'loquat', sub: 'iago', iat: now, exp: now + 60, jti: randomUUID() },
      events: { [EVENT]: {} },
    })
    const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(otherKey)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg: 'none' })}.${part(claims())}.`
    const { keys } = (await (await fetch(`${corp.issuer}/jwks`)).json()) as { keys: { n: string }[] }
    const confused = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims())}`
    const tokens = [
      '',
      'a.b.c',
      'x'.repeat(9_000),
      await forged,
      unsigned,
      `${confused}.${createHmac('sha256', keys[0]!.n).update(confused).digest('base64url')}`,
      await corp.sign({ ...claims(), iss: 'https://elsewhere.example' }),
      await corp.sign({ ...claims(), aud: 'another client' }),
      await corp.sign({ ...claims(), iat: now - 900, exp: now + 60 }),
      await corp.sign({ ...claims(), exp: now - 300 }),
      await corp.sign({ ...claims(), nonce: 'of an ID token' }),
      await corp.sign({ ...claims(), events: {} }),
      await corp.sign({ ...claims(), events: null }),
      await corp.sign({ ...claims(), jti: undefined }),
      await corp.sign({ ...claims(), sub: undefined }),
      await corp.sign({ ...claims(), sub: undefined, sid: '' }),
      await corp.sign({ ...claims(), sub: 7 }),
      await corp.sign({ ...claims(), sid: 'x'.repeat(301) }),
    ]
    const answers = await Promise.all(tokens.map((token) => send(token)))
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 400))
    // Each refused message is in the audit log, with the provider and the address that sent it.
    const audited = () =>
      world.sql<{ value: string }>("SELECT new_value AS value FROM audit_entry WHERE action = 'refused'")
    await expect.poll(async () => (await audited()).length).toBe(tokens.length)
    expect(JSON.parse((await audited())[0]!.value)).toMatchObject({
      ...{ method: 'Provider corp', address: expect.stringMatching(/\d/), reason: 'LOG_OUT_REFUSED' },
    })
    expect(await isIn(here)).toBe(true)

    const right = await corp.sign(claims())
    expect((await send(right, 'quiet')).status).toBe(404)
    expect(await isIn(here)).toBe(true)
    const twice = await Promise.all([send(right), send(right)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await isIn(here)).toBe(false)
    const { here: later } = await logIn('iago')
    expect((await send(right)).status).toBe(400)
    expect(await isIn(later)).toBe(true)
  })

  test('keeps its session where log-outs are not shared, and when it does not answer', async () => {
    const { here } = await logIn('prospero', 'quiet')
    const out = await here.logOut()
    expect([out.status, out.headers.get('location')]).toEqual([303, '/login'])
  })
})

describe('a provider of SAML', () => {
  let sessions = 0
  async function logIn(nameId: string, email = `${nameId}@demo.test`) {
    const [nameIdFormat, sessionIndex] = [
      'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      `s${++sessions}`,
    ]
    saml.people[nameId] = { nameId, format: nameIdFormat, claims: { email } }
    const here = new Browsing(url)
    const to = forwarded(await here.submit('/login/with/saml-corp'))!
    const answer = await saml.answer(to, `${url}/login/with/saml-corp/callback`, nameId, { sessionIndex })
    const form = new URLSearchParams({ ...answer }).toString()
    const posted = await new Browsing(url).request('POST', '/login/with/saml-corp/callback', form)
    const back = new URL(posted.headers.get('location')!)
    await here.get(back.pathname + back.search)
    expect(await isIn(here)).toBe(true)
    saml.participants.splice(0, saml.participants.length, {
      ...{ nameId, nameIdFormat, sessionIndex, cert: ours.cert },
      serviceProviderId: `${url}/login/with/saml-corp/metadata`,
      serviceProviderLogoutURL: url + SAML_LOG_OUT,
    })
    return here
  }

  test('ends its session when somebody logs out here, and sends the browser back', async () => {
    const here = await logIn('zoe')
    const before = saml.logOuts
    const address = forwarded(await here.logOut())!
    expect(address).toMatch(/[?&]Signature=/)
    expect(await isIn(here)).toBe(false)
    const back = new URL((await saml.logOut(address))!)
    expect([saml.logOuts, back.origin + back.pathname]).toEqual([before + 1, url + SAML_LOG_OUT])
    const page = await here.get(back.pathname + back.search)
    expect([page.status, page.headers.get('location')]).toEqual([303, `${url}/login`])
  })

  test('reads in our metadata where log-outs are taken, and how', async () => {
    const { text } = await new Browsing(url).get('/login/with/saml-corp/metadata')
    expect(/<SingleLogoutService [^>]*>/.exec(text)?.[0]).toBe(
      `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}${SAML_LOG_OUT}"/>`,
    )
  })

  test('ends the session of its log-in here when the person logs out there', async () => {
    const other = await logIn('shiva')
    const here = await logIn('shiva')
    const request = new URL((await saml.logOut())!)
    const answer = await here.get(request.pathname + request.search)
    expect([answer.status, await isIn(here), await isIn(other)]).toEqual([303, false, true])
    const before = saml.logOuts
    expect(await saml.logOut(answer.headers.get('location')!)).toBeNull()
    expect(saml.logOuts).toBe(before + 1)
  })

  test('ends all sessions of the person by a request that names no session', async () => {
    const other = await logIn('shiva')
    const here = await logIn('shiva')
    saml.participants.splice(0, 1, { ...saml.participants[0]!, sessionIndex: undefined })
    const request = new URL((await saml.logOut())!)
    const xml = inflateRawSync(Buffer.from(request.searchParams.get('SAMLRequest')!, 'base64')).toString()
    expect(xml).not.toContain('SessionIndex')
    expect((await here.get(request.pathname + request.search)).status).toBe(303)
    expect([await isIn(here), await isIn(other)]).toEqual([false, false])
  })

  test('ends nothing by requests that are not signed, changed, of another provider, or come again', async () => {
    const here = await logIn('othello')
    const request = new URL((await saml.logOut())!)
    const refused = async (query: URLSearchParams | string) =>
      (await new Browsing(url).get(`${SAML_LOG_OUT}?${query}`)).status
    const changed = (change: (query: URLSearchParams) => void) => {
      const query = new URLSearchParams(request.search)
      change(query)
      return query
    }
    const other = await TestSamlProvider.start()
    other.participants.push(saml.participants[0]!)
    const elsewhere = new URL((await other.logOut())!)
    const toOther = { ...saml.participants[0]!, serviceProviderLogoutURL: `${url}/login/with/saml-x/log-out` }
    saml.participants.splice(0, 1, toOther)
    const misdirected = new URL((await saml.logOut())!)
    await other.close()
    const statuses = [
      await refused(''),
      await refused(changed((query) => query.delete('Signature'))),
      await refused(changed((query) => query.set('Signature', 'AAAA'))),
      await refused(changed((query) => query.set('RelayState', 'another'))),
      await refused(changed((query) => query.set('SigAlg', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'))),
      await refused(changed((query) => query.set('SAMLRequest', 'A'.repeat(200)))),
      await refused(`${request.search.slice(1)}&SAMLRequest=${elsewhere.searchParams.get('SAMLRequest')}`),
      await refused(elsewhere.search.slice(1)),
      await refused(misdirected.search.slice(1)),
    ]
    expect(statuses).toEqual(statuses.map(() => 400))
    await expect
      .poll(
        async () =>
          (
            await world.sql(
              "SELECT FROM audit_entry WHERE action = 'refused' AND new_value LIKE '%\"SAML\"%'",
            )
          ).length,
      )
      .toBe(statuses.length)
    expect(await isIn(here)).toBe(true)
    expect((await here.get(request.pathname + request.search)).status).toBe(303)
    expect(await isIn(here)).toBe(false)
    const later = await logIn('othello')
    expect(await refused(request.search.slice(1))).toBe(400)
    expect(await isIn(later)).toBe(true)
  })

  test('names its address for log-outs in its metadata', async () => {
    const { text } = await new Browsing(url).get('/login/with/saml-corp/metadata')
    expect(text).toContain(`Location="${url}${SAML_LOG_OUT}"`)
  })
})
