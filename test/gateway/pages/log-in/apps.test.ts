import { createDecipheriv, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing, type PageAnswer } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { TestGitHub } from '../../../harness/github.ts'
import { TestProvider } from '../../../harness/openid-provider.ts'
import { TestSamlProvider } from '../../../harness/saml-provider.ts'
import { World } from '../../../harness/world.ts'
import { demonstration } from '../../routes/changes.ts'

const ROOT = 'http://localhost:9991'
const KEY = 'a5'.repeat(32)
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ZulipElectron/5.11.1 Chrome/122.0.0.0 Safari/537.36'
const back = (method: string) => `${ROOT}/login/with/${method}/callback`

let world: World
let gateway: Gateway
let url: string
let openId: TestProvider
let saml: TestSamlProvider
let gitHub: TestGitHub
const portal = generateKeyPairSync('ed25519')

beforeAll(async () => {
  openId = await TestProvider.start([back('oidc-openid')])
  openId.people.hamlet = { email: 'hamlet@demo.test', email_verified: true }
  saml = await TestSamlProvider.start()
  const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  saml.people.hamlet = { nameId: 'hamlet', format, claims: { email: 'hamlet@demo.test' } }
  gitHub = await TestGitHub.start(back('github-github'))
  const emails = [{ email: 'hamlet@demo.test', primary: true, verified: true }]
  gitHub.people.set(7, { user: { id: 7, login: 'hamlet' }, emails })
  const proxy = { kind: 'remote-user', name: 'corp', display_name: 'Proxy', header: 'X-Remote-User' }
  const ofServer = { ...proxy, proxies: ['127.0.0.1'], domain: 'demo.test' }
  world = await World.create({
    ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1',
    LOG_IN_PROVIDERS: JSON.stringify([ofServer]),
  })
  const opened = await world.gateway()
  gateway = opened.gateway
  url = opened.url
  await demonstration(world, gateway.core)
  const owner = new Browsing(url)
  await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
  const kinds = {
    openid: { issuer: openId.issuer, client_id: 'loquat', client_secret: 'a secret of the client' },
    saml: { metadata: saml.metadata },
    github: { address: gitHub.address, client_id: gitHub.client.id, client_secret: gitHub.client.secret },
    jwt: {
      ...{ portal: 'https://portal.test', issuer: 'portal' },
      public_key: portal.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  }
  for (const [kind, settings] of Object.entries(kinds))
    await owner.json.ok(
      owner.json.post('/realm/log_in_providers', {
        ...{ kind, name: kind, display_name: kind, enabled: true, settings },
      }),
    )
})
afterAll(async () => {
  await world.close()
  await openId.close()
  await saml.close()
  await gitHub.close()
})

const local = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The token that the page shows, as the app decrypts it: nonce, text and tag. */
function tokenIn({ text }: PageAnswer): string {
  const bytes = Buffer.from(/<input id="token" value="([0-9a-f]+)"/.exec(text)![1]!, 'hex')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(KEY, 'hex'), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(-16))
  return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
}

/** Goes to the provider as Hamlet, and comes back to this server. */
const THERE: Readonly<Record<string, (browsing: Browsing, to: string) => Promise<PageAnswer>>> = {
  'oidc-openid': async (browsing, to) => browsing.get(local(await openId.logIn(to, 'hamlet'))),
  'github-github': async (browsing, to) => browsing.get(local(await gitHub.logIn(to, 7))),
  'saml-saml': async (browsing, to) => {
    const answer = await saml.answer(to, back('saml-saml'), 'hamlet')
    const form = new URLSearchParams({ ...answer }).toString()
    const posted = await new Browsing(url).request('POST', '/login/with/saml-saml/callback', form)
    return browsing.get(local(posted.headers.get('location')!))
  },
  'jwt-jwt': async (browsing, to) => {
    const asked = new URL(to).searchParams
    const token = await new SignJWT({ nonce: asked.get('nonce')!, email: 'hamlet@demo.test' })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('portal')
      .setAudience(asked.get('audience')!)
      .setSubject('hamlet')
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(portal.privateKey)
    const query = new URLSearchParams({ state: asked.get('state')!, token })
    return browsing.get(`/login/with/jwt-jwt/callback?${query}`)
  },
  'remote-corp': (browsing, to) =>
    browsing.request('GET', local(to), undefined, { 'x-remote-user': 'hamlet' }),
}

describe.each(Object.keys(THERE))('an app logs in by %s', (method) => {
  const through = async (query: string) => {
    const browsing = new Browsing(url)
    const { text, status } = await browsing.submit(`/login/with/${method}?${query}`)
    const to = /content="0;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    if (to === undefined) throw new Error(`no way to the provider: ${status} ${text}`)
    return { browsing, answer: await THERE[method]!(browsing, to) }
  }

  test('on a phone, and gets the key by its one-time pad, without a session in the browser', async () => {
    const { browsing, answer } = await through(`mobile_flow_otp=${KEY}`)
    const location = new URL(answer.headers.get('location')!)
    expect([answer.status, location.protocol]).toEqual([303, 'zulip:'])
    const sent = Buffer.from(location.searchParams.get('otp_encrypted_api_key')!, 'hex')
    const apiKey = Buffer.from(sent.map((byte) => byte ^ 0xa5)).toString('latin1')
    const app = new Client(url, { email: location.searchParams.get('email')!, apiKey })
    expect((await app.ok(app.get('/users/me'))).user_id).toBe(world.userId('hamlet'))
    expect(browsing.cookies.has('sessionid')).toBe(false)
  })

  test('on a desktop, and gets a session of its own, but none in the browser', async () => {
    const { browsing, answer } = await through(`desktop_flow_otp=${KEY}`)
    expect([answer.status, browsing.cookies.has('sessionid')]).toEqual([200, false])
    const app = new Browsing(url, { 'user-agent': DESKTOP })
    await app.get('/login/in-browser')
    const entered = await app.get(`/accounts/login/subdomain/${tokenIn(answer)}`)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
    expect((await app.json.ok(app.json.get('/users/me'))).user_id).toBe(world.userId('hamlet'))
  })
})
