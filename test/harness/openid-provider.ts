import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWK, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { Browsing, type PageAnswer } from './browsing.ts'

/** What the provider says about a person, by subject. */
export type People = Record<string, Record<string, unknown>>

interface Token {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
}

const CLIENT = { client_id: 'loquat', client_secret: 'a secret of the client' }

/**
 * A real provider of OpenID Connect over HTTP. Its log-in page asks for a subject only. `tamper` replaces ID
 * tokens, signed with the provider's key, and `alter` changes them after that.
 */
export class TestProvider {
  readonly people: People = {}
  tamper: ((token: Token) => Token) | undefined
  alter: ((token: string) => string) | undefined
  /** Requests for tokens so far. */
  tokenRequests = 0
  readonly issuer: string
  readonly #server: Server
  #key: KeyObject
  /** The name of the key after the first one. */
  #rotated: string | undefined

  private constructor(issuer: string, server: Server, key: KeyObject) {
    this.issuer = issuer
    this.#key = key
    this.#server = server
  }

  static async start(redirectUris: readonly string[], more: Configuration = {}): Promise<TestProvider> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const test = new TestProvider(issuer, server, privateKey)
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' } as JWK
    const provider = new Provider(issuer, {
      clients: [{ ...CLIENT, redirect_uris: [...redirectUris] }],
      jwks: { keys: [jwk as never] },
      cookies: { keys: ['a key of the cookies'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...test.people[sub] }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
      ...more,
    })
    provider.use(async (context, next) => {
      if (context.path.startsWith('/interaction/')) return test.#interact(provider, context)
      await next()
      const body = context.body as { id_token?: string } | undefined
      if (context.path === '/token') test.tokenRequests++
      if (context.path === '/jwks' && test.#rotated !== undefined)
        context.body = { keys: [test.#publicKey()] }
      if (context.path !== '/token' || typeof body?.id_token !== 'string') return
      const token = parts(body.id_token)
      if (test.#rotated !== undefined) token.header.kid = test.#rotated
      if (test.tamper !== undefined || test.#rotated !== undefined)
        body.id_token = await signed(test.tamper?.(token) ?? token, test.#key)
      if (test.alter !== undefined) body.id_token = test.alter(body.id_token)
    })
    provider.on('backchannel.error', (_, error) =>
      process.stderr.write(`no answer to a log-out: ${error} ${error.cause}\n`),
    )
    provider.on('server_error', (_, error) => process.stderr.write(`the provider failed: ${error}\n`))
    server.on('request', provider.callback())
    return test
  }

  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(name: string): void {
    this.#rotated = name
    this.#key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  }

  #publicKey(): JWK {
    const { d: _, p, q, dp, dq, qi, ...jwk } = this.#key.export({ format: 'jwk' })
    return { ...jwk, kid: this.#rotated!, alg: 'RS256', use: 'sig' }
  }

  /** Confirms the log-out on the provider's page in a browser. */
  async logOut(browser: Browsing, path = '/session/end'): Promise<PageAnswer> {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
    const form = new URLSearchParams({ xsrf, logout: 'yes' }).toString()
    return browser.request('POST', '/session/end/confirm', form)
  }

  /** A token of any content with a signature of the provider. */
  sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
    return signed({ header: { alg: 'RS256', kid: 'one', ...header }, claims }, this.#key)
  }

  /** The entry of OPENID_PROVIDERS for this provider. */
  entry(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
    return { name, display_name: `Provider ${name}`, issuer: this.issuer, ...CLIENT, ...more }
  }

  /** Follows a browser that the server has sent here, as a person who logs in. Returns the way back. */
  async logIn(address: string, subject: string, browser = new Browsing(this.issuer)): Promise<string> {
    let path = address.slice(this.issuer.length)
    for (let steps = 0; steps < 8; steps++) {
      const answer = await browser.get(path)
      const page = answer.status === 200 ? await browser.submitForm(answer.text, { subject }, path) : answer
      const to = page.headers.get('location')
      if (to === null) throw new Error(`the provider answers ${page.status}: ${page.text}`)
      if (!new URL(to, this.issuer).href.startsWith(`${this.issuer}/`)) return to
      path = new URL(to, this.issuer).href.slice(this.issuer.length)
    }
    throw new Error('the provider does not send the browser back')
  }

  async #interact(provider: Provider, context: Parameters<Parameters<Provider['use']>[0]>[0]): Promise<void> {
    const { req, res } = context
    if (req.method === 'GET') {
      context.type = 'html'
      context.body = `<!doctype html><html lang="en"><title>The company</title><form method="post">
<label>Subject <input name="subject"></label><button>Log in at the company</button></form></html>`
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const subject = new URLSearchParams(Buffer.concat(chunks).toString()).get('subject') ?? ''
    context.respond = false
    await provider.interactionFinished(
      req,
      res,
      subject === '' ? { error: 'access_denied' } : { login: { accountId: subject } },
    )
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

function parts(token: string): Token {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  return { header: header!, claims: claims! }
}

const signed = ({ header, claims }: Token, key: Parameters<SignJWT['sign']>[0]): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(header as { alg: string }).sign(key)
