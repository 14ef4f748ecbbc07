import { createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { nameFormerPeople } from '../../../../core/people/authentication/name-former-people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { loggedGateway } from '../../../harness/logged-gateway.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, newcomer, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const OTP = 'a5'.repeat(32)
const back = (name: string, root = ROOT) => `${root}/login/with/oidc-${name}/callback`

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let otherUrl: string
let corp: TestProvider
let second: TestProvider
let lines: string[]

beforeAll(async () => {
  corp = await TestProvider.start([
    back('stranger'),
    back('corp'),
    back('corp', 'http://other.localhost:9991'),
    back('closed'),
    back('two'),
  ])
  second = await TestProvider.start([back('second')], { conformIdTokenClaims: false })
  const providers = [
    corp.entry('corp'),
    second.entry('second'),
    corp.entry('closed', { new_accounts: 'nobody' }),
    corp.entry('two', { is_second_factor: true }),
    corp.entry('stranger', { new_accounts: 'nobody', existing_accounts: 'nobody' }),
    corp.entry('elsewhere', { organizations: ['elsewhere'] }),
    { ...corp.entry('gone'), issuer: 'http://127.0.0.1:1' },
  ]
  world = await World.create({ OPENID_PROVIDERS: JSON.stringify(providers) })
  const logged = await loggedGateway(world)
  gateway = logged.gateway
  url = logged.url
  lines = logged.lines
  realm = await demonstration(world, gateway.core)
  otherUrl = (await anotherOrganization(gateway.core, url)).url
})
afterAll(async () => {
  await gateway.close()
  await world.close()
  await corp.close()
  await second.close()
})
afterEach(async () => {
  corp.tamper = undefined
  corp.alter = undefined
  lines.length = 0
  await world.sql('DELETE FROM external_identity')
})

const CONFIRMED = { email_verified: true }
let persons = 0
/** A person at the provider with a subject of its own. */
function person(claims: Record<string, unknown>, at = corp): string {
  const subject = `subject-${++persons}`
  at.people[subject] = { ...CONFIRMED, ...claims }
  return subject
}
const hamletAt = (at = corp) => person({ email: 'hamlet@demo.test', name: 'Hamlet' }, at)

/** Begins a log-in. Returns the address at the provider. */
async function begin(browsing: Browsing, name = 'corp', path = `/login/with/oidc-${name}`): Promise<string> {
  const answer = await browsing.submit(path)
  const to = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the provider: ${answer.status} ${answer.text}`)
  return to
}
/** Goes to the provider and back as far as the address of the return. */
async function returned(browsing: Browsing, subject: string, name = 'corp', at = corp, path?: string) {
  const address = new URL(await at.logIn(await begin(browsing, name, path), subject))
  return address.pathname + address.search
}
async function logIn(
  subject: string,
  { name = 'corp', at = corp, path = undefined as string | undefined } = {},
) {
  const browsing = new Browsing(url)
  const answer = await browsing.get(await returned(browsing, subject, name, at, path))
  return { browsing, answer, status: answer.status, location: answer.headers.get('location') }
}
const whoIs = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body.user_id
const issuerOf = (name: string) => `openid:server:${name}:${corp.issuer}`
const identities = () =>
  world.sql<{ user_id: number; issuer: string }>('SELECT * FROM external_identity ORDER BY id')

describe('a person whose confirmed address has an account', () => {
  test('logs in to it, and the identity stays joined to it', async () => {
    const subject = hamletAt()
    const { browsing, status, location } = await logIn(subject, {
      path: '/login/with/oidc-corp?next=/%23narrow/is/starred',
    })
    expect([status, location]).toEqual([303, '/#narrow/is/starred'])
    expect(await whoIs(browsing)).toBe(world.userId('hamlet'))
    expect(await identities()).toMatchObject([
      { user_id: world.userId('hamlet'), issuer: issuerOf('corp'), subject, realm_id: realm.id },
    ])
    const owner = world.client(url, 'desdemona')
    const { entries } = await owner.ok(owner.get('/audit_log'))
    expect(entries[0]).toMatchObject({ kind: 'log_in', object_id: world.userId('hamlet') })
    expect(entries[1]).toMatchObject({
      ...{ kind: 'user', object_id: world.userId('hamlet'), acting_user_id: null },
      ...{ property: 'external_log_in', new_value: '"Provider corp"' },
    })
    // The address is in the user info, and another address at the provider changes nothing.
    corp.people[subject] = { email: 'desdemona@demo.test', email_verified: true, name: 'Hamlet' }
    const again = await logIn(subject)
    expect(await whoIs(again.browsing)).toBe(world.userId('hamlet'))
    expect(await identities()).toHaveLength(1)
  })

  test('in any case, and with the claims in the ID token', async () => {
    const { browsing } = await logIn(person({ email: 'Othello@DEMO.test' }, second), {
      ...{ name: 'second', at: second },
    })
    expect(await whoIs(browsing)).toBe(world.userId('othello'))
  })

  test('is refused when the address is not confirmed, or the provider does not say so', async () => {
    for (const email_verified of [false, undefined, 'false', 1, null]) {
      const { browsing, answer } = await logIn(person({ email: 'hamlet@demo.test', email_verified }))
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is confirmed')])
      expect(browsing.cookies.has('sessionid')).toBe(false)
    }
    expect((await logIn(person({ name: 'Nobody' }))).status).toBe(403)
    expect(await identities()).toEqual([])
  })

  test('reads whether the provider tells no address or an unconfirmed one, and the log says what to do', async () => {
    for (const [claims, sentence, advice] of [
      [{ name: 'Nobody' }, 'does not tell your e-mail address', 'let it send the claim email'],
      [{ email: '' }, 'does not tell your e-mail address', 'let it send the claim email'],
      [
        { email: 'hamlet@demo.test', email_verified: false },
        'does not say that your e-mail address is confirmed',
        'so that email_verified is true',
      ],
    ] as const) {
      lines.length = 0
      const { answer, status } = await logIn(person(claims))
      expect([status, answer.text]).toEqual([403, expect.stringContaining(sentence)])
      expect(lines.filter((line) => line.includes(advice))).toHaveLength(1)
    }
    expect(await identities()).toEqual([])
  })

  test('gets no account of another mailbox, whose address differs by Unicode alone', async () => {
    const { record } = await newcomer(gateway.core, realm, url, { email: 'kelvin@demo.test' })
    for (const email of [
      '\u{212A}elvin@demo.test',
      'kel\u{200B}vin@demo.test',
      'mailto:kelvin@demo.test',
      'kelvin@demo.test\u{2060}',
    ]) {
      const { status, browsing } = await logIn(person({ email }))
      expect([email, status >= 400, await whoIs(browsing)]).toEqual([email, true, undefined])
    }
    await newcomer(gateway.core, realm, url, { email: '\u{E5}se@demo.test' })
    const other = await logIn(person({ email: '\u{212B}se@demo.test' }))
    expect([other.status >= 400, await whoIs(other.browsing)]).toEqual([true, undefined])
    expect(await identities()).toEqual([])
    const right = await logIn(person({ email: 'KELVIN@demo.test' }))
    expect(await whoIs(right.browsing)).toBe(record.id)
  })

  test('cannot take over an account that is joined to somebody else at the provider', async () => {
    await logIn(hamletAt())
    const { answer, browsing } = await logIn(hamletAt())
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('another person')])
    expect(await whoIs(browsing)).toBeUndefined()
    // Another provider knows the same person by another subject.
    const other = await logIn(hamletAt(second), { name: 'second', at: second })
    expect(await whoIs(other.browsing)).toBe(world.userId('hamlet'))
  })

  test('is refused for bots and for the addresses that hide others', async () => {
    const bot = realm.users.byEmail('welcome-bot@zulip.com') ?? [...realm.users].find(({ isBot }) => isBot)!
    expect((await logIn(person({ email: bot.deliveryEmail }))).status).toBe(403)
    const hamlet = world.client(url, 'hamlet')
    await hamlet.ok(hamlet.patch('/settings', { email_address_visibility: 4 }))
    const hidden = `user${world.userId('hamlet')}@localhost`
    const { status, answer } = await logIn(person({ email: hidden }))
    expect([status, answer.text]).toEqual([400, expect.stringContaining('Reserved for users')])
    await hamlet.ok(hamlet.patch('/settings', { email_address_visibility: 1 }))
    expect(await identities()).toEqual([])
  })

  test('has a second step with a second factor, unless the provider checks two', async () => {
    const setUp = new Browsing(url)
    await setUp.logIn('hamlet', DEMONSTRATION_PASSWORD)
    const { json } = setUp
    const { secret, setup } = await json.ok(json.post('/users/me/authenticator/begin'))
    await json.ok(json.post('/users/me/authenticator', { setup, code: codeOf(secret) }))
    const subject = hamletAt()
    const { browsing, location } = await logIn(subject, { path: '/login/with/oidc-corp?next=/help' })
    expect([location, await whoIs(browsing)]).toEqual(['/login/second-step', undefined])
    const entered = await browsing.submit('/login/second-step', { code: codeOf(secret, 1) })
    expect(entered.headers.get('location')).toBe('/help')
    expect(await whoIs((await logIn(subject, { name: 'two' })).browsing)).toBe(world.userId('hamlet'))
    await json.ok(json.delete('/users/me/authenticator'))
  })
})

test('the return from the provider is not used up by a look', async () => {
  const browsing = new Browsing(url)
  const back = await returned(browsing, hamletAt())
  expect((await browsing.request('HEAD', back)).status).toBe(204)
  expect((await browsing.get(back)).status).toBe(303)
})

describe('two providers with one issuer', () => {
  test('have people of their own', async () => {
    const subject = hamletAt()
    expect(await whoIs((await logIn(subject)).browsing)).toBe(world.userId('hamlet'))
    // The same account at the provider, by the other client, which joins nobody.
    const { browsing, status } = await logIn(subject, { name: 'stranger' })
    expect([status, await whoIs(browsing)]).toEqual([403, undefined])
    // Pairwise subjects: the other client gets another one for the same person.
    const pairwise = await logIn(hamletAt(), { name: 'two' })
    expect(await whoIs(pairwise.browsing)).toBe(world.userId('hamlet'))
    expect((await identities()).map((one) => one.issuer)).toEqual(['corp', 'two'].map(issuerOf))
    // Within one of them the account belongs to its subject.
    expect((await logIn(hamletAt(), { name: 'two' })).status).toBe(403)
  })

  test('keep the people whom they shared before, and a provider that is added later gets nobody', async () => {
    const subject = hamletAt()
    const former =
      'INSERT INTO external_identity (realm_id, user_id, issuer, subject) VALUES ($1, $2, $3, $4)'
    await world.sql(former, [realm.id, world.userId('cordelia'), corp.issuer, subject])
    await nameFormerPeople(gateway.core)
    const named = await identities()
    expect(named.map((one) => one.issuer).sort()).toEqual(
      [corp.issuer, ...['closed', 'corp', 'stranger', 'two'].map(issuerOf)].sort(),
    )
    for (const name of ['corp', 'stranger', 'closed'])
      expect(await whoIs((await logIn(subject, { name })).browsing)).toBe(world.userId('cordelia'))
    await world.sql('DELETE FROM external_identity WHERE issuer <> $1', [corp.issuer])
    const about = `INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings)
      VALUES ($1, 'jwt', 'fake', 'Fake', true, $2)`
    await world.sql(about, [realm.id, { issuer: corp.issuer }])
    await nameFormerPeople(gateway.core)
    expect(await identities()).toHaveLength(1)
    await world.sql('DELETE FROM log_in_provider')
    await nameFormerPeople(gateway.core)
    await world.sql('DELETE FROM external_identity WHERE issuer = $1', [issuerOf('closed')])
    await nameFormerPeople(gateway.core)
    expect((await identities()).map((one) => one.issuer)).not.toContain(issuerOf('closed'))
  })
})

describe('an app', () => {
  test('finds the providers in the server settings, and gets the key by its one-time pad', async () => {
    const client = new Client(url)
    const { external_authentication_methods: methods, authentication_methods } = await client.ok(
      client.get('/server_settings'),
    )
    expect(authentication_methods['openid connect']).toBe(true)
    expect(methods[1]).toEqual({
      ...{ name: 'oidc-corp', display_name: 'Provider corp', display_icon: null },
      ...{ login_url: '/login/with/oidc-corp', signup_url: '/login/with/oidc-corp' },
    })
    expect(methods.map(({ name }: { name: string }) => name)).not.toContain('oidc-elsewhere')
    const path = `${methods[1].login_url}?mobile_flow_otp=${OTP}`
    const { browsing, location } = await logIn(hamletAt(), { path })
    expect(location).toMatch(/^zulip:\/\/login\?/)
    const answer = new URL(location!).searchParams
    const key = Buffer.from(answer.get('otp_encrypted_api_key')!, 'hex').map((byte) => byte ^ 0xa5)
    const app = new Client(url, { email: answer.get('email')!, apiKey: Buffer.from(key).toString('latin1') })
    expect((await app.ok(app.get('/users/me'))).user_id).toBe(world.userId('hamlet'))
    expect(browsing.cookies.has('sessionid')).toBe(false)
    expect((await new Browsing(url).get('/login/with/oidc-corp?mobile_flow_otp=5a')).status).toBe(400)
  })

  test('in a browser that is logged in asks first', async () => {
    const { browsing } = await logIn(hamletAt())
    const answer = await browsing.get(`/login/with/oidc-corp?mobile_flow_otp=${OTP}`)
    expect(answer.headers.get('location')).toBe(`/login?mobile_flow_otp=${OTP}`)
  })
})

describe('a person without an account', () => {
  afterEach(() =>
    setRealm(gateway.core, realm, { invite_required: false, emails_restricted_to_domains: false }),
  )

  test('gets one at the first log-in where anybody may join', async () => {
    await setRealm(gateway.core, realm, { invite_required: false })
    const subject = person({ email: 'miranda2@demo.test', name: 'Miranda `of` @Milan' })
    const { browsing, location } = await logIn(subject)
    expect(location).toBe('/')
    const { body } = await browsing.json.get('/users/me')
    expect(body).toMatchObject({
      ...{ full_name: 'Miranda of Milan', delivery_email: 'miranda2@demo.test', role: 400 },
    })
    expect(await whoIs((await logIn(subject)).browsing)).toBe(body.user_id)
    const byPassword = await new Browsing(url).logIn('miranda2', '')
    expect(byPassword.status).toBe(401)
  })

  test('gets one account, however many log-ins come back at once', async () => {
    await setRealm(gateway.core, realm, { invite_required: false })
    const subject = person({ email: 'twin@demo.test', name: 'Twin' })
    const browsings = [new Browsing(url), new Browsing(url)]
    const paths = await Promise.all(browsings.map((browsing) => returned(browsing, subject)))
    await Promise.all(browsings.map((browsing, i) => browsing.get(paths[i]!)))
    const ids = await Promise.all(browsings.map(whoIs))
    expect(ids[0]).toEqual(expect.any(Number))
    expect(ids[1]).toBe(ids[0])
  })

  test('gets a free name where names are unique, and a usable one from any claim', async () => {
    await setRealm(gateway.core, realm, { invite_required: false, require_unique_names: true })
    const taken = realm.users.get(world.userId('hamlet'))!.fullName
    const names = [taken, taken, '*', 'x'.repeat(1000), undefined]
    const found: string[] = []
    for (const [i, name] of names.entries()) {
      const { browsing } = await logIn(person({ email: `named${i}@demo.test`, name }))
      found.push((await browsing.json.get('/users/me')).body.full_name)
    }
    expect(found).toEqual([`${taken} 2`, `${taken} 3`, 'named2', 'x'.repeat(100), 'named4'])
    await setRealm(gateway.core, realm, { require_unique_names: false })
  })

  test('needs an invitation where the organization requires one, and gets what it offers', async () => {
    await setRealm(gateway.core, realm, { invite_required: true })
    const subject = person({ email: 'guest@elsewhere.test', name: 'Guest' })
    const refused = await logIn(subject)
    expect([refused.status, refused.answer.text]).toEqual([
      403,
      expect.stringContaining('need an invitation'),
    ])
    expect(await identities()).toEqual([])
    const owner = world.client(url, 'desdemona')
    await owner.ok(
      owner.post('/invites', {
        ...{ invitee_emails: 'Guest@Elsewhere.test', stream_ids: [world.channelId('general')] },
        invite_as: 600,
      }),
    )
    const { browsing } = await logIn(subject)
    expect((await browsing.json.get('/users/me')).body.role).toBe(600)
    const { invites } = await owner.ok(owner.get('/invites'))
    expect(invites).toEqual([])
  })

  test('is refused outside the domains of the organization, and by a provider that makes no accounts', async () => {
    await setRealm(gateway.core, realm, { invite_required: false, emails_restricted_to_domains: true })
    const { status, answer } = await logIn(person({ email: 'a@outside.test', name: 'A' }))
    expect([status, answer.text]).toEqual([400, expect.stringContaining('Outside your domain.')])
    await setRealm(gateway.core, realm, { emails_restricted_to_domains: false })
    const closed = await logIn(person({ email: 'b@outside.test', name: 'B' }), { name: 'closed' })
    expect([closed.status, closed.answer.text]).toEqual([
      ...[403, expect.stringContaining('no account for b@outside.test')],
    ])
    expect(await identities()).toEqual([])
  })
})

test('a deactivated person is refused, known or not', async () => {
  const subject = person({ email: 'cordelia@demo.test', name: 'Cordelia' })
  await logIn(subject)
  await deactivate(gateway.core, realm, world.userId('cordelia'))
  for (const one of [subject, person({ email: 'cordelia@demo.test' })]) {
    const { status, browsing } = await logIn(one)
    expect([status, browsing.cookies.has('sessionid')]).toEqual([401, false])
  }
})

describe('attacks', () => {
  test('a state works once, in its browser, and only there', async () => {
    const victim = new Browsing(url)
    const path = await returned(victim, hamletAt())
    const before = corp.tokenRequests
    // Another browser gets nothing, and the log-in is over.
    const other = await new Browsing(url).get(path)
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('Begin again')])
    expect((await victim.get(path)).status).toBe(400)
    expect(corp.tokenRequests).toBe(before)
    const good = await returned(victim, hamletAt())
    const answers = await Promise.all([victim.get(good), victim.get(good)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  })

  test('a forged, missing, long or empty state is refused without a request to the provider', async () => {
    const before = corp.tokenRequests
    const path = await returned(new Browsing(url), hamletAt())
    const code = new URL(path, url).searchParams.get('code')!
    for (const state of ['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '../../x', '%00']) {
      const { status } = await new Browsing(url).get(
        `/login/with/oidc-corp/callback?code=${code}&state=${state}`,
      )
      expect(status).toBe(400)
    }
    expect((await new Browsing(url).get('/login/with/oidc-corp/callback')).status).toBe(400)
    expect(corp.tokenRequests).toBe(before)
  })

  test('a code of another log-in is refused: it has another challenge and nonce', async () => {
    const [attacker, victim] = [new Browsing(url), new Browsing(url)]
    const stolen = new URL(await returned(attacker, hamletAt()), url).searchParams.get('code')!
    const path = new URL(await returned(victim, person({ email: 'othello@demo.test' })), url)
    path.searchParams.set('code', stolen)
    const { status } = await victim.get(path.pathname + path.search)
    expect([status, await whoIs(victim)]).toEqual([401, undefined])
    expect(lines.join()).toContain('invalid_grant')
  })

  test.each([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'somebody' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['no subject', { sub: undefined }],
    ['a subject that is too long', { sub: 'x'.repeat(300) }],
  ])('an ID token with %s is refused', async (_, changes) => {
    corp.tamper = ({ header, claims }) => ({ header, claims: { ...claims, ...changes } })
    const { status, browsing } = await logIn(hamletAt())
    expect([401, 503]).toContain(status)
    expect(await whoIs(browsing)).toBeUndefined()
  })

  test('an ID token without the signature of the provider is refused', async () => {
    const without = (token: string, header: object) => {
      const [, claims] = token.split('.')
      return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}.`
    }
    for (const alter of [
      (token: string) => without(token, { alg: 'none' }),
      (token: string) => `${without(token, { alg: 'RS256', kid: 'one' })}AAAA`,
      (token: string) => `${without(token, { alg: 'HS256', kid: 'one' })}AAAA`,
      (token: string) => `${token.slice(0, -8)}AAAAAAAA`,
    ]) {
      corp.alter = alter
      const { browsing, status } = await logIn(hamletAt())
      expect([401, 503]).toContain(status)
      expect(await whoIs(browsing)).toBeUndefined()
    }
    expect(await identities()).toEqual([])
  })

  test('an ID token that brings its own key, or takes a public one for a secret, is refused', async () => {
    const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own = attacker.publicKey.export({ format: 'jwk' })
    const encoded = (value: object | string) =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
    const payload = (token: string) => token.split('.')[1]!
    const bySecret = (secret: string | Buffer) => (token: string) => {
      const text = `${encoded({ alg: 'HS256', kid: 'one' })}.${payload(token)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const byKey = (header: object) => (token: string) => {
      const text = `${encoded({ alg: 'RS256', ...header })}.${payload(token)}`
      return `${text}.${createSign('sha256').update(text).sign(attacker.privateKey, 'base64url')}`
    }
    const { keys } = (await (await fetch(`${corp.issuer}/jwks`)).json()) as { keys: [object] }
    const published = createPublicKey({ key: keys[0] as never, format: 'jwk' })
    const attacks = [
      bySecret(published.export({ type: 'spki', format: 'pem' })),
      bySecret(published.export({ type: 'spki', format: 'der' })),
      bySecret(published.export({ type: 'pkcs1', format: 'pem' })),
      bySecret(JSON.stringify(keys[0])),
      // The client and the provider share it, but the provider signs with its key.
      bySecret('a secret of the client'),
      bySecret(''),
      byKey({ kid: 'one' }),
      byKey({ kid: 'two' }),
      byKey({ jwk: own }),
      byKey({ kid: 'one', jwk: own }),
      byKey({ jku: `${second.issuer}/jwks`, kid: 'one' }),
      byKey({ x5u: `${second.issuer}/cert`, kid: 'one' }),
      byKey({ kid: '../../../../dev/null' }),
      byKey({ kid: 'one', crit: ['x'], x: 1 }),
      byKey({ alg: 'PS256', kid: 'one' }),
      byKey({ alg: 'ES256', kid: 'one' }),
      byKey({ alg: 'None', kid: 'one' }),
      (token: string) => `${token}.`,
      (token: string) => token.replace(/\.[^.]*$/, '.'),
      (token: string) => token.replace(/\.[^.]*$/, ''),
      (token: string) =>
        JSON.stringify({
          payload: payload(token),
          signatures: [{ protected: encoded({ alg: 'none' }), signature: '' }],
        }),
    ]
    for (const [number, alter] of attacks.entries()) {
      corp.alter = alter
      const { browsing, status } = await logIn(hamletAt())
      expect([number, status === 401 || status === 503, await whoIs(browsing)]).toEqual([
        number,
        true,
        undefined,
      ])
    }
    expect(await identities()).toEqual([])
    // A token of another provider, which is as good as its own, and one that the provider has given somebody
    // else.
    const now = Math.floor(Date.now() / 1000)
    const claims = { aud: 'loquat', sub: 'x', iat: now, exp: now + 60 }
    for (const token of [
      await second.sign({ ...claims, iss: second.issuer }),
      await second.sign({ ...claims, iss: corp.issuer }),
      await corp.sign({ ...claims, iss: corp.issuer }),
    ]) {
      corp.alter = () => token
      const { browsing } = await logIn(hamletAt())
      expect(await whoIs(browsing)).toBeUndefined()
    }
  })

  test('a code works once, and a return has one state and one code', async () => {
    const browsing = new Browsing(url)
    const first = new URL(await returned(browsing, hamletAt()), url)
    expect((await browsing.get(first.pathname + first.search)).status).toBe(303)
    await browsing.logOut()
    const next = new URL(await returned(browsing, hamletAt()), url)
    next.searchParams.set('code', first.searchParams.get('code')!)
    expect([(await browsing.get(next.pathname + next.search)).status, await whoIs(browsing)]).toEqual([
      401,
      undefined,
    ])
    // Of two states, or two codes, at most one counts, and nobody is somebody else by it.
    const othello = person({ email: 'othello@demo.test' })
    const attackers = new URL(await returned(new Browsing(url), othello), url).searchParams
    for (const [name, isFirst] of [
      ['state', true],
      ['state', false],
      ['code', true],
      ['code', false],
    ] as const) {
      const victim = new Browsing(url)
      const { pathname, searchParams } = new URL(await returned(victim, hamletAt()), url)
      const doubled = `${name}=${encodeURIComponent(attackers.get(name)!)}`
      const query = isFirst ? `${doubled}&${searchParams}` : `${searchParams}&${doubled}`
      await victim.get(`${pathname}?${query}`)
      expect([undefined, world.userId('hamlet')]).toContain(await whoIs(victim))
    }
  })

  test('a log-in that somebody else has begun does not log a victim in', async () => {
    const attacker = new Browsing(url)
    const path = await returned(attacker, person({ email: 'iago@demo.test' }))
    const victim = new Browsing(url)
    await begin(victim)
    expect([(await victim.get(path)).status, await whoIs(victim)]).toEqual([400, undefined])
    // A frame or picture of another site sends no cookies, and uses the state up at most.
    expect((await new Browsing(url, { origin: 'https://evil.test' }).get(path)).status).toBe(400)
    expect((await attacker.get(path)).status).toBe(400)
  })

  test('two providers cannot be mixed up', async () => {
    const browsing = new Browsing(url)
    const subject = hamletAt()
    const path = await returned(browsing, subject)
    // The answer of one provider at the address of the other.
    expect((await browsing.get(path.replace('oidc-corp', 'oidc-second'))).status).toBe(400)
    // An answer that names another issuer.
    const named = new URL(await returned(browsing, subject), url)
    named.searchParams.set('iss', second.issuer)
    expect((await browsing.get(named.pathname + named.search)).status).toBe(401)
    expect(await whoIs(browsing)).toBeUndefined()
  })

  test('two organizations cannot be mixed up', async () => {
    const browsing = new Browsing(url)
    const subject = hamletAt()
    const path = await returned(browsing, subject)
    const there = new Browsing(otherUrl)
    for (const [name, value] of browsing.cookies) there.cookies.set(name, value)
    expect((await there.get(path)).status).toBe(400)
    expect(await whoIs(there)).toBeUndefined()
    // The identity of one organization opens nothing in another.
    await logIn(subject)
    const elsewhere = new Browsing(otherUrl)
    const answer = await elsewhere.get(await returned(elsewhere, subject))
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('need an invitation')])
    expect(await identities()).toMatchObject([{ user_id: world.userId('hamlet'), realm_id: realm.id }])
    // An organization that a provider is not for does not know it.
    expect((await elsewhere.get('/login/with/oidc-elsewhere')).status).toBe(404)
    expect((await elsewhere.get('/login')).text).not.toContain('elsewhere')
  })

  test('a refusal of the provider is said in our words', async () => {
    const browsing = new Browsing(url)
    const path = await returned(browsing, '')
    const { status, text } = await browsing.get(`${path}&error_description=Call+0900+now`)
    expect([status, text]).toEqual([401, expect.stringContaining('Provider corp did not log you in.')])
    expect(text).not.toContain('0900')
  })

  test('the way back leads to this server only', async () => {
    const evil = [
      ...[
        'https://evil.test',
        '//evil.test',
        '/\\evil.test',
        'javascript:alert(1)',
        '\\\\evil.test',
        '///evil.test',
      ],
      ...[
        '/\t/evil.test',
        '\t//evil.test',
        '/\n/evil.test',
        '/\r\n//evil.test',
        ' //evil.test',
        '/\t\\evil.test',
      ],
      ...['/.//evil.test', '/..//evil.test', '/help/..//evil.test', '/%2e//evil.test', '/\\/evil.test'],
      ...[
        '//evil.test@localhost:9991',
        '//localhost:9991@evil.test',
        '//localhost@evil.test/',
        '@evil.test',
        '.evil.test',
      ],
      ...[
        'http:evil.test',
        'http:/evil.test',
        'HTTPS://evil.test',
        'data:text/html,x',
        '//evil.test:80',
        '//127.1',
      ],
      ...['//localhost.evil.test', '/\u2028/evil.test', '\u00a0//evil.test', '//evil\u3002test'],
    ]
    for (const next of evil) {
      const { location } = await logIn(hamletAtOnce(), {
        path: `/login/with/oidc-corp?next=${encodeURIComponent(next)}`,
      })
      const to = new URL(location!, `${ROOT}/`)
      expect([next, to.origin, location!.startsWith('//')]).toEqual([next, ROOT, false])
    }
  })
  const same = { subject: '' }
  const hamletAtOnce = () => (same.subject ||= hamletAt())

  test('a clock that is off by an hour is named in the log', async () => {
    for (const shift of [-3600, 3600]) {
      corp.tamper = ({ header, claims }) => ({
        header,
        claims: { ...claims, iat: Number(claims.iat) + shift, exp: Number(claims.iat) + shift + 60 },
      })
      lines.length = 0
      const { status, browsing } = await logIn(hamletAt())
      expect([status, await whoIs(browsing)]).toEqual([503, undefined])
      expect(lines.join()).toContain('the clocks of this server and of the provider differ')
    }
  })

  test('a provider with new keys logs people in at the second try at the latest', async () => {
    const rotated = await TestProvider.start([back('rotated')])
    const hamlet = hamletAt(rotated)
    const providers = [rotated.entry('rotated')]
    const there = await world.gateway({ OPENID_PROVIDERS: JSON.stringify(providers) })
    const status = async () => {
      const browsing = new Browsing(there.url)
      const { text } = await browsing.submit('/login/with/oidc-rotated')
      const to = /content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
      const address = new URL(await rotated.logIn(to, hamlet))
      return (await browsing.get(address.pathname + address.search)).status
    }
    expect(await status()).toBe(303)
    rotated.rotateKey('two')
    expect(await status()).toBe(503)
    expect(await status()).toBe(303)
    await rotated.close()
  })

  test('a provider that does not accept the secret is named in the log, and by its test', async () => {
    const secret = await TestProvider.start([back('secret')])
    const hamlet = hamletAt(secret)
    const entry = secret.entry('secret', { client_secret: 'an old secret' })
    const there = await loggedGateway(world, { OPENID_PROVIDERS: JSON.stringify([entry]) })
    const browsing = new Browsing(there.url)
    const { text } = await browsing.submit('/login/with/oidc-secret')
    const to = /content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    const address = new URL(await secret.logIn(to, hamlet))
    expect((await browsing.get(address.pathname + address.search)).status).toBe(503)
    const line = there.lines.find((one) => one.includes('a log-in failed'))
    expect(JSON.parse(line!)).toMatchObject({
      level: 50,
      msg: expect.stringContaining('client id and secret'),
    })
    await there.gateway.close()
    await secret.close()
  })

  test('a provider that is gone costs nobody the other ways to log in', async () => {
    const browsing = new Browsing(url)
    const answer = await browsing.submit('/login/with/oidc-gone')
    expect([answer.status, answer.text]).toEqual([
      503,
      expect.stringContaining('Provider gone does not answer'),
    ])
    expect(lines.join()).toContain('loquat doctor')
    expect((await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)).status).toBe(303)
  })

  test('Redis and the log have neither states nor secrets', async () => {
    const browsing = new Browsing(url)
    const address = new URL(await begin(browsing))
    const keys = await world.redis.keys('openid:*')
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join()).not.toContain(address.searchParams.get('state'))
    expect(await world.redis.ttl(keys[0]!)).toBeLessThanOrEqual(600)
    expect(lines.join()).not.toContain('a secret of the client')
  })
})
