import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import xmlEncryption from 'xml-encryption'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { loggedGateway } from '../../../harness/logged-gateway.ts'
import { keyPair, type Oddity, type SamlAnswer, TestSamlProvider } from '../../../harness/saml-provider.ts'
import { takenCarelessly, WRAPPINGS, wrapped } from '../../../harness/signature-wrapping.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, setRealm } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const CONSUMER = `${ROOT}/login/with/saml-corp/callback`

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let otherUrl: string
let corp: TestSamlProvider
let second: TestSamlProvider
let owner: Browsing
let lines: string[]
const encryption = keyPair()

beforeAll(async () => {
  corp = await TestSamlProvider.start()
  second = await TestSamlProvider.start()
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const logged = await loggedGateway(world)
  gateway = logged.gateway
  url = logged.url
  lines = logged.lines
  realm = await demonstration(world, gateway.core)
  otherUrl = (await anotherOrganization(gateway.core, url)).url
  owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
  await add('corp', corp.metadata, {
    certificate: encryption.cert,
    private_key: encryption.key,
  })
  await add('second', second.metadata)
})
afterAll(async () => {
  await gateway.close()
  await world.close()
  await corp.close()
  await second.close()
})
afterEach(async () => {
  lines.length = 0
  await world.sql('DELETE FROM external_identity')
})

async function add(name: string, metadata: string, settings: Record<string, unknown> = {}): Promise<number> {
  const answer = await owner.json.ok(
    owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'saml', name, display_name: `SAML ${name}`, enabled: true },
      settings: { metadata, ...settings },
    }),
  )
  return answer.id
}

const idOf = async (name: string): Promise<number> => {
  const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
  return providers.find((one: { name: string }) => one.name === name).id
}

const RSA_OAEP = 'http://www.w3.org/2009/xmlenc11#rsa-oaep'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
type Encrypt = (content: string, options: object, done: (error: Error | null, xml: string) => void) => void

let persons = 0
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
/** A person at both providers. */
function person(email: string | undefined, more: Record<string, unknown> = {}, format = PERSISTENT): string {
  const nameId = `person-${++persons}`
  for (const at of [corp, second])
    at.people[nameId] = {
      nameId,
      format,
      claims: { ...(email && { email }), displayName: 'A Person', ...more },
    }
  return nameId
}

/** Begins a log-in. Returns the address at the provider. */
async function begin(browsing: Browsing, name = 'corp', path = `/login/with/saml-${name}`): Promise<string> {
  const { text, status } = await browsing.submit(path)
  const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (to === undefined) throw new Error(`no way to the provider: ${status} ${text}`)
  return to
}
/** Posts an answer as the provider's page does in the browser: without cookies. Follows the browser back. */
async function post(browsing: Browsing, { SAMLResponse, RelayState }: SamlAnswer, name = 'corp') {
  const form = new URLSearchParams({ SAMLResponse, RelayState }).toString()
  const posted = await new Browsing(browsing.url).request('POST', `/login/with/saml-${name}/callback`, form)
  // A new token in place of the browser's would end the log-in, which is bound to that.
  expect(posted.headers.get('set-cookie')).toBeNull()
  const location = posted.headers.get('location')
  if (location === null) return posted
  const back = new URL(location)
  return browsing.get(back.pathname + back.search)
}
const whoIs = async (browsing: Browsing) => (await browsing.json.get('/users/me')).body.user_id

async function logIn(who: string, oddity: Oddity = {}, change = (answer: SamlAnswer) => answer) {
  const browsing = new Browsing(url)
  const answer = await corp.answer(await begin(browsing), CONSUMER, who, oddity)
  const page = await post(browsing, change(answer))
  return { browsing, page, answer, status: page.status, who: await whoIs(browsing) }
}

describe('a person of a SAML provider', () => {
  test('logs in to the account with the address, and stays joined to it', async () => {
    const hamlet = person('hamlet@demo.test')
    const browsing = new Browsing(url)
    const to = await begin(browsing, 'corp', '/login/with/saml-corp?next=/%23narrow/is/starred')
    const page = await post(browsing, await corp.answer(to, CONSUMER, hamlet))
    expect([page.status, page.headers.get('location')]).toEqual([303, '/#narrow/is/starred'])
    expect(await whoIs(browsing)).toBe(world.userId('hamlet'))
    const rows = await world.sql('SELECT issuer, subject FROM external_identity')
    expect(rows).toEqual([{ issuer: `saml:organization:corp:${corp.issuer}`, subject: hamlet }])
    corp.people[hamlet] = { nameId: hamlet, format: PERSISTENT, claims: { email: 'desdemona@demo.test' } }
    expect((await logIn(hamlet)).who).toBe(world.userId('hamlet'))
  })

  test('with usual names of attributes gets an account', async () => {
    await setRealm(gateway.core, realm, { invite_required: false })
    const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
    const miranda = person(undefined, {
      displayName: undefined,
      [`${claims}/emailaddress`]: 'miranda3@demo.test',
      [`${claims}/givenname`]: 'Miranda',
      [`${claims}/surname`]: 'of Milan',
    })
    const { browsing } = await logIn(miranda)
    expect((await browsing.json.get('/users/me')).body).toMatchObject({
      ...{ full_name: 'Miranda of Milan', delivery_email: 'miranda3@demo.test', role: 400 },
    })
    // Keycloak's mapper "X500 email" has the name of PKCS #9.
    const regan = person(undefined, { 'urn:oid:1.2.840.113549.1.9.1': 'regan3@demo.test' })
    const asRegan = await logIn(regan)
    expect((await asRegan.browsing.json.get('/users/me')).body.delivery_email).toBe('regan3@demo.test')
    // The address may be the NameID.
    const byNameId = 'othello@demo.test'
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    corp.people[byNameId] = { nameId: byNameId, format, claims: {} }
    expect((await logIn(byNameId)).who).toBe(world.userId('othello'))
  })

  test('by an encrypted assertion, and by a signed response around a signed assertion', async () => {
    const hamlet = person('hamlet@demo.test')
    const encrypted = await logIn(hamlet, {
      encryptionCert: encryption.cert,
      encryptionPublicKey: encryption.publicKey,
    })
    expect(Buffer.from(encrypted.answer.SAMLResponse, 'base64').toString()).toContain('EncryptedAssertion')
    expect(encrypted.who).toBe(world.userId('hamlet'))
    expect((await logIn(hamlet, { signResponse: true })).who).toBe(world.userId('hamlet'))
  })

  // Keycloak encrypts so; rsa-oaep-mgf1p alone, with its masks of SHA-1, is what older providers use.
  test.each([
    ['rsa-oaep with SHA-256', { keyEncryptionAlgorithm: RSA_OAEP, keyEncryptionMgf: 'sha256' }],
    [
      'rsa-oaep with SHA-256 and masks of SHA-1',
      { keyEncryptionAlgorithm: RSA_OAEP, keyEncryptionMgf: 'sha1' },
    ],
    ['rsa-oaep-mgf1p with SHA-256', {}],
    ['rsa-oaep-mgf1p and CBC', { encryptionAlgorithm: `${XMLENC}aes256-cbc`, keyEncryptionDigest: 'sha1' }],
  ])('by an assertion that is encrypted by %s', async (_, method) => {
    expect(await whoEncrypts(method)).toBe(world.userId('hamlet'))
  })

  test.each([
    ['PKCS #1 v1.5', { keyEncryptionAlgorithm: `${XMLENC}rsa-1_5` }],
    ['Triple DES', { encryptionAlgorithm: `${XMLENC}tripledes-cbc` }],
  ])('by an assertion that is encrypted with %s is refused', async (_, method) => {
    expect(await whoEncrypts(method)).toBeUndefined()
    expect(lines.join()).toContain('is not secure')
  })

  /** Logs in with an assertion that is encrypted by this method. */
  async function whoEncrypts(method: object): Promise<number | undefined> {
    const encrypt = promisify(xmlEncryption.encrypt as unknown as Encrypt)
    const hamlet = person('hamlet@demo.test')
    const browsing = new Browsing(url)
    const answer = await corp.answer(await begin(browsing), CONSUMER, hamlet)
    const xml = Buffer.from(answer.SAMLResponse, 'base64').toString()
    const [assertion] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)!
    const data = await encrypt(assertion, {
      ...{ rsa_pub: encryption.publicKey, pem: encryption.cert, keyEncryptionDigest: 'sha256' },
      keyEncryptionAlgorithm: `${XMLENC}rsa-oaep-mgf1p`,
      ...{
        encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        disallowEncryptionWithInsecureAlgorithm: false,
      },
      ...method,
    })
    const hidden = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`
    const SAMLResponse = Buffer.from(xml.replace(assertion, () => hidden)).toString('base64')
    await post(browsing, { ...answer, SAMLResponse })
    return whoIs(browsing)
  }

  test('finds the method in the settings, and the provider finds our metadata', async () => {
    const client = new Client(url)
    const settings = await client.ok(client.get('/server_settings'))
    expect(settings.authentication_methods.saml).toBe(true)
    const { text, headers, status } = await new Browsing(url).get('/login/with/saml-corp/metadata')
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('xml')])
    expect(text).toContain(`entityID="${ROOT}/login/with/saml-corp/metadata"`)
    expect(text).toContain(`Location="${CONSUMER}"`)
    expect(text).not.toContain('PRIVATE KEY')
    // It takes no log-outs.
    expect(text).not.toContain('SingleLogoutService')
    expect((await new Browsing(url).get('/login/with/saml-none/metadata')).status).toBe(404)
    expect((await new Browsing(url).get('/login/with/password/metadata')).status).toBe(404)
    const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
    const tested = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${providers[0].id}/test`))
    expect(tested).toMatchObject({ good: true, found: expect.stringContaining('valid for 89 days') })
  })

  test('who has no address reads it, and the log says which attribute lacks', async () => {
    lines.length = 0
    const { page, status } = await logIn(person(undefined))
    expect([status, page.text]).toEqual([403, expect.stringContaining('does not tell your e-mail address')])
    expect(lines.filter((line) => line.includes('as the attribute email'))).toHaveLength(1)
  })

  test('who is deactivated is refused', async () => {
    const cordelia = person('cordelia@demo.test')
    await logIn(cordelia)
    await deactivate(gateway.core, realm, world.userId('cordelia'))
    expect((await logIn(cordelia)).status).toBe(401)
  })
})

describe('metadata', () => {
  test.each([
    ['no XML', 'hello', /The field metadata is not valid/],
    ['with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><EntityDescriptor entityID="x"/>', /metadata is not valid/],
    ['too long', `<EntityDescriptor>${'x'.repeat(25_000)}`, /metadata is not valid/],
  ])('%s is refused', async (_, metadata, text) => {
    const { status, body } = await owner.json.post('/realm/log_in_providers', {
      ...{ kind: 'saml', name: 'bad', display_name: 'Bad', settings: { metadata } },
    })
    expect([status, body.msg]).toEqual([400, expect.stringMatching(text)])
  })

  test.each([
    [
      'without a certificate',
      (xml: string) => xml.replace(/<ds:X509Certificate>.*?<\/ds:X509Certificate>/s, ''),
    ],
    ['with a broken certificate', (xml: string) => xml.replace(/MII/, 'XXX')],
    [
      'with an address that is not https',
      (xml: string) => xml.replaceAll('Location="http://127', 'Location="http://10'),
    ],
    ['of a service provider', (xml: string) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['that ends too early', (xml: string) => xml.slice(0, 300)],
  ])('%s logs nobody in, and the test says so', async (_, change) => {
    const id = await add('bad', change(corp.metadata))
    const tested = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
    expect(tested).toMatchObject({ good: false, advice: expect.stringContaining('metadata') })
    expect((await new Browsing(url).submit('/login/with/saml-bad')).status).toBe(503)
    await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
  })
})

describe('attacks', () => {
  const decoded = ({ SAMLResponse }: SamlAnswer) => Buffer.from(SAMLResponse, 'base64').toString()
  const changed = (change: (xml: string) => string) => (answer: SamlAnswer) => ({
    ...answer,
    SAMLResponse: Buffer.from(change(decoded(answer))).toString('base64'),
  })
  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
  /** The assertion for the owner, with another id and without a signature. */
  const evil = (assertion: string) =>
    assertion
      .replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')
      .replaceAll('hamlet@demo.test', 'desdemona@demo.test')
      .replace(/ID="[^"]+"/, 'ID="_evil"')
      .replace(/person-\d+/, 'person-evil')

  const refused = async (oddity: Oddity, change?: (answer: SamlAnswer) => SamlAnswer) => {
    const { status, who } = await logIn(person('hamlet@demo.test'), oddity, change)
    expect([status, who]).toEqual([401, undefined])
    expect(await world.sql('SELECT * FROM external_identity')).toEqual([])
  }

  test('an unsigned assertion is refused, also in a signed response', async () => {
    await refused({ signAssertion: false })
    await refused({ signAssertion: false, signResponse: true })
    await refused(
      {},
      changed((xml) => xml.replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')),
    )
  })

  test('a signature or digest of SHA-1 is refused, with a clear line in the log, unless the provider is allowed it', async () => {
    const [old, digest] = [{ signatureAlgorithm: 'rsa-sha1' }, { digestAlgorithm: 'sha1' }] as const
    const encrypted = { encryptionCert: encryption.cert, encryptionPublicKey: encryption.publicKey }
    for (const oddity of [old, digest, { ...old, signResponse: true }, { ...old, ...encrypted }]) {
      lines.length = 0
      await refused(oddity)
      const line = lines.find((one) => one.includes('a log-in failed'))
      expect(JSON.parse(line!)).toMatchObject({ level: 50, msg: expect.stringContaining('SHA-1') })
    }
    const id = await idOf('corp')
    const allow = (accepts_sha1: boolean) =>
      owner.json.ok(owner.json.patch(`/realm/log_in_providers/${id}`, { settings: { accepts_sha1 } }))
    await allow(true)
    const hamlet = person('hamlet@demo.test')
    for (const oddity of [old, digest, { ...old, ...encrypted }])
      expect((await logIn(hamlet, oddity)).who).toBe(world.userId('hamlet'))
    await allow(false)
    await world.sql('DELETE FROM external_identity')
    await refused(old)
  })

  test('an encrypted assertion that is not signed, or a stranger’s, is refused', async () => {
    const encrypted = { encryptionCert: encryption.cert, encryptionPublicKey: encryption.publicKey }
    const hamlet = person('hamlet@demo.test')
    for (const signResponse of [false, true]) {
      const { who } = await logIn(hamlet, { ...encrypted, signAssertion: false, signResponse })
      expect(who).toBeUndefined()
    }
    const xmlOf = ({ SAMLResponse }: SamlAnswer) => Buffer.from(SAMLResponse, 'base64').toString()
    const part = /<(saml:)?EncryptedAssertion[\s\S]*EncryptedAssertion>/
    /** Logs in with the encrypted assertion that `replace` makes of the provider's and of a stranger's. */
    const whoWith = async (replace: (own: string, stranger: string) => string) => {
      const browsing = new Browsing(url)
      const to = await begin(browsing)
      const answer = await corp.answer(to, CONSUMER, hamlet, encrypted)
      const there = to.replace(new URL(corp.issuer).host, new URL(second.issuer).host)
      const stranger = part.exec(xmlOf(await second.answer(there, CONSUMER, hamlet, encrypted)))![0]
      const xml = xmlOf(answer).replace(part, (own) => replace(own, stranger))
      await post(browsing, { ...answer, SAMLResponse: Buffer.from(xml).toString('base64') })
      return whoIs(browsing)
    }
    expect(await whoWith((own) => own)).toBe(world.userId('hamlet'))
    expect(await whoWith((_, stranger) => stranger)).toBeUndefined()
    expect(await whoWith((own, stranger) => own + stranger)).toBeUndefined()
    expect(await whoWith((own, stranger) => stranger + own)).toBeUndefined()
  })

  test('an assertion of another key, or one that was changed, is refused', async () => {
    const other = keyPair()
    await refused({ key: other.key, cert: other.cert })
    await refused(
      {},
      changed((xml) => xml.replaceAll('hamlet@demo.test', 'desdemona@demo.test')),
    )
    await refused({ issuer: second.issuer })
  })

  test.each([
    ['beside it, first', (own: string, forged: string) => forged + own],
    ['beside it, last', (own: string, forged: string) => own + forged],
    [
      'around it',
      (own: string, forged: string) => forged.replace('</saml:Assertion>', `${own}</saml:Assertion>`),
    ],
    [
      'with it in an extension',
      (own: string, forged: string) => `<samlp:Extensions>${own}</samlp:Extensions>${forged}`,
    ],
    [
      'with its signature around it',
      (own: string, forged: string) => {
        const signature = /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(own)![0]
        const bare = own.replace(signature, '')
        const holding = signature.replace(
          /<\/((?:ds:)?)Signature>$/,
          `<$1Object>${bare}</$1Object></$1Signature>`,
        )
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${holding}`)
      },
    ],
    [
      'that has taken its signature, with it at the end (XSW 5)',
      (own: string, forged: string) => {
        const signature = /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(own)![0]
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + own.replace(signature, '')
      },
    ],
    [
      'in an answer that has the real one in its signature (XSW 1)',
      (own: string, forged: string) =>
        `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${own}</ds:Object></ds:Signature>${forged}`,
    ],
    [
      'whose subject has the real one',
      (own: string, forged: string) => forged.replace('</saml:Subject>', `${own}</saml:Subject>`),
    ],
    [
      'in another namespace prefix before it',
      (own: string, forged: string) =>
        forged.replaceAll('saml:', 'evil:').replaceAll('xmlns:saml', 'xmlns:evil') + own,
    ],
    [
      'with the same id',
      (own: string, forged: string) => forged.replace('_evil', /ID="([^"]+)"/.exec(own)![1]!) + own,
    ],
  ])('a forged assertion %s is refused', async (_, wrap) => {
    await refused(
      {},
      changed((xml) => {
        const own = assertionIn(xml)
        return xml.replace(own, wrap(own, evil(own)))
      }),
    )
  })

  test.each([
    [
      'with it in the signature',
      (real: string, fake: string) =>
        fake.replace(
          '<samlp:Status>',
          `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${real}</ds:Object></ds:Signature><samlp:Status>`,
        ),
    ],
    [
      'with it inside, first',
      (real: string, fake: string) => fake.replace('<samlp:Status>', `${real}<samlp:Status>`),
    ],
    [
      'with it inside, last',
      (real: string, fake: string) => fake.replace('</samlp:Response>', `${real}</samlp:Response>`),
    ],
  ])('a forged response %s is refused, when response and assertion are signed', async (_, wrap) => {
    await refused(
      { signResponse: true },
      changed((xml) => {
        const assertion = assertionIn(xml)
        const fake = xml
          .replace(assertion, evil(assertion))
          .replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')
          .replace(/ID="[^"]+"/, 'ID="_fake"')
        return wrap(xml.replace(/^<\?xml[^>]*\?>/, ''), fake)
      }),
    )
  })

  test('an answer that is parsed and written again, without any wrapping, logs in', async () => {
    for (const ofResponse of [false, true]) {
      const nothing = { name: '', ofResponse, apply: () => {} }
      const written = changed((xml) => wrapped(nothing, xml, 'hamlet@demo.test', 'desdemona@demo.test'))
      const { who } = await logIn(person('hamlet@demo.test'), { signResponse: ofResponse }, written)
      expect(who).toBe(world.userId('hamlet'))
      await world.sql('DELETE FROM external_identity')
    }
  })

  test.each(WRAPPINGS)('$name logs no victim in, which a careless check lets through', async (wrapping) => {
    let sent = ''
    const wrap = changed((xml) => {
      sent = wrapped(wrapping, xml, 'hamlet@demo.test', 'desdemona@demo.test')
      return sent
    })
    const { who } = await logIn(person('hamlet@demo.test'), { signResponse: wrapping.ofResponse }, wrap)
    // Where the real assertion is still in its place, its person comes in.
    expect(who).toBe(wrapping.leavesReal ? world.userId('hamlet') : undefined)
    const taken = takenCarelessly(sent, corp.pair.cert)
    expect(taken).toContainEqual(expect.stringContaining('desdemona@demo.test'))
  })

  test('a forged response inside the real one is not looked at', async () => {
    const wrap = changed((xml) => {
      const fake = xml.replace(assertionIn(xml), evil(assertionIn(xml))).replace(/ID="[^"]+"/, 'ID="_fake"')
      return xml.replace('</samlp:Response>', `${fake.replace(/^<\?xml[^>]*\?>/, '')}</samlp:Response>`)
    })
    const { who } = await logIn(person('hamlet@demo.test'), { signResponse: true }, wrap)
    expect([undefined, world.userId('hamlet')]).toContain(who)
  })

  test('a comment in the name or address does not cut it', async () => {
    await setRealm(gateway.core, realm, { invite_required: true })
    const nameId = person('hamlet@demo.test.evil.example')
    const commented = changed((xml) =>
      xml
        .replaceAll('hamlet@demo.test.evil', 'hamlet@demo.test<!-- -->.evil')
        .replace(nameId, `${nameId.slice(0, -1)}<!---->${nameId.slice(-1)}`),
    )
    // The signature is of the text without comments, so it is right, and the whole address counts.
    const { status, who, page } = await logIn(nameId, {}, commented)
    expect([status, who]).toEqual([403, undefined])
    expect(page.text).toContain('You need an invitation')
    expect(await world.sql('SELECT * FROM external_identity')).toEqual([])
  })

  test('a provider names no person of another provider that has its entity id', async () => {
    const hamlet = person('hamlet@demo.test')
    expect((await logIn(hamlet)).who).toBe(world.userId('hamlet'))
    await add('twin', second.metadata.replace(second.issuer, corp.issuer), { existing_accounts: 'nobody' })
    const browsing = new Browsing(url)
    const consumer = `${ROOT}/login/with/saml-twin/callback`
    const answer = await second.answer(await begin(browsing, 'twin'), consumer, hamlet, {
      issuer: corp.issuer,
    })
    expect([(await post(browsing, answer, 'twin')).status, await whoIs(browsing)]).toEqual([403, undefined])
    // Its own people come in by their addresses.
    second.people[hamlet] = { nameId: hamlet, format: PERSISTENT, claims: { email: 'iago@demo.test' } }
    await owner.json.ok(
      owner.json.patch(`/realm/log_in_providers/${await idOf('twin')}`, {
        settings: { existing_accounts: 'address' },
      }),
    )
    const again = new Browsing(url)
    const own = await second.answer(await begin(again, 'twin'), consumer, hamlet, { issuer: corp.issuer })
    expect((await post(again, own, 'twin')).status).toBe(303)
    expect(await whoIs(again)).toBe(world.userId('iago'))
    expect((await logIn(hamlet)).who).toBe(world.userId('hamlet'))
  })

  test('an assertion for another service, address or request is refused', async () => {
    await refused({ audience: 'https://elsewhere.example' })
    await refused({ recipient: 'https://elsewhere.example/callback' })
    await refused({ recipient: `${ROOT}/login/with/saml-second/callback` })
    await refused({ inResponseTo: '_0123456789' })
    expect(lines.join()).toContain('is not addressed to')
  })

  test('an expired one, and one of a clock that is off by an hour, are refused, and the log says why', async () => {
    await refused({ lifetimeInSeconds: -3600 })
    for (const shiftMs of [-3_600_000, 3_600_000]) {
      lines.length = 0
      await refused({ shiftMs })
      expect(lines.join()).toContain('synchronize the clocks')
    }
  })

  test('an answer works once, in its browser, organization and method', async () => {
    const hamlet = person('hamlet@demo.test')
    const { answer, browsing, who } = await logIn(hamlet)
    expect(who).toBe(world.userId('hamlet'))
    expect((await post(browsing, answer)).status).toBe(400)
    // Another log-in of the same browser does not take the former answer.
    const again = new Browsing(url)
    const state = new URL(await begin(again)).searchParams.get('RelayState')!
    expect((await post(again, { ...answer, RelayState: state })).status).toBe(401)
    // A victim's browser does not take the answer of an attacker (log-in CSRF).
    const attacker = new Browsing(url)
    const stolen = await corp.answer(await begin(attacker), CONSUMER, hamlet)
    const victim = new Browsing(url)
    await begin(victim)
    expect([(await post(victim, stolen)).status, await whoIs(victim)]).toEqual([400, undefined])
    const third = new Browsing(url)
    const elsewhere = await corp.answer(await begin(third), CONSUMER, hamlet)
    expect((await post(third, elsewhere, 'second')).status).toBe(400)
    const there = new Browsing(otherUrl)
    expect((await post(there, elsewhere)).status).toBe(404)
  })

  test('whoever has begun nothing stores nothing, and nonsense is refused', async () => {
    const nobody = new Browsing(url)
    for (const RelayState of ['', 'x', 'x'.repeat(5000)])
      expect((await post(nobody, { SAMLResponse: 'eA==', RelayState })).status).toBe(400)
    expect(await world.redis.keys('saml:*')).toEqual([])
    for (const SAMLResponse of ['eA==', '!', Buffer.from('<a/>').toString('base64'), 'x'.repeat(60_000)]) {
      const browsing = new Browsing(url)
      const RelayState = new URL(await begin(browsing)).searchParams.get('RelayState')!
      expect((await post(browsing, { SAMLResponse, RelayState })).status).toBe(401)
    }
    const browsing = new Browsing(url)
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]><samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">&b;</samlp:Response>`
    const RelayState = new URL(await begin(browsing)).searchParams.get('RelayState')!
    const SAMLResponse = Buffer.from(bomb).toString('base64')
    expect((await post(browsing, { SAMLResponse, RelayState })).status).toBe(401)
    expect((await nobody.request('POST', '/login/with/oidc-corp/callback', 'a=b')).status).toBe(404)
    expect((await nobody.request('POST', '/login/with/password/callback', 'a=b')).status).toBe(404)
  })

  test('a transient name identifies nobody', async () => {
    const transient = person('hamlet@demo.test', {}, 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    expect((await logIn(transient)).status).toBe(401)
    expect(lines.join()).toContain('transient')
  })
})
