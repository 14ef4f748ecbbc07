import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import samlp, { type Options, type Participant } from 'samlp'
import SessionParticipants from 'samlp/lib/sessionParticipants'
import { fetch } from 'undici'

export interface Pair {
  readonly key: string
  readonly cert: string
  /** The public key in PEM. */
  readonly publicKey: string
}

/** A key with its certificate of its own, valid for these days. */
export function keyPair(days = 90): Pair {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-saml-'))
  const file = (name: string) => join(folder, name)
  try {
    const files = ['-keyout', file('key'), '-out', file('cert')]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=test', '-days', `${days}`]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
    const publicKey = execFileSync('openssl', ['rsa', '-in', file('key'), '-pubout'], { stdio: 'pipe' })
    return {
      key: readFileSync(file('key'), 'utf8'),
      cert: readFileSync(file('cert'), 'utf8'),
      publicKey: publicKey.toString(),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A person at the provider. */
export interface SamlPerson {
  readonly nameId: string
  readonly format?: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** How the provider differs from a good one. */
export type Oddity = Partial<Options> & {
  /** Milliseconds by which its clock is ahead. */
  readonly shiftMs?: number
}

/** The answer that a browser would post. */
export interface SamlAnswer {
  readonly SAMLResponse: string
  readonly RelayState: string
}

const LOG_IN = '<label>Person <input name="person"></label><button>Log in at the company</button>'

/** Sends a page with a form. */
function sendPage(
  res: ServerResponse,
  method: 'get' | 'post',
  action: string,
  hidden: Readonly<Record<string, string>>,
  shown: string,
): void {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
  )
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.end(
    `<!doctype html><title>The company</title><form method="${method}" action="${action}">${fields.join('')}${shown}</form>`,
  )
}

/**
 * A real provider of SAML 2 over HTTP. A request that names its person gets the answer as JSON; a browser
 * gets a page to log in, and one that posts the answer.
 */
export class TestSamlProvider {
  readonly pair: Pair
  readonly issuer: string
  readonly people: Record<string, SamlPerson> = {}
  /** Sessions at other servers that its log-out ends. */
  readonly participants: Participant[] = []
  /** The address to which browsers post answers. */
  consumer = ''
  /** How often the session at the provider has ended. */
  logOuts = 0
  readonly #session = {}
  #oddity: Oddity = {}
  readonly #server: Server

  private constructor(pair: Pair, server: Server) {
    this.pair = pair
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`
  }

  static async start(pair = keyPair()): Promise<TestSamlProvider> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const test = new TestSamlProvider(pair, server)
    server.on('request', (req, res) => {
      const url = new URL(req.url!, test.issuer)
      const query = Object.fromEntries(url.searchParams)
      if (url.pathname.endsWith('/log-out')) {
        test.#logOut(Object.assign(req, { query }), res)
        return
      }
      if (query.SAMLRequest === undefined) {
        res.end('Log in')
        return
      }
      if (query.person === undefined) {
        const { SAMLRequest, RelayState = '' } = query
        sendPage(res, 'get', '', { SAMLRequest, RelayState, consumer: test.consumer, isPage: 'yes' }, LOG_IN)
        return
      }
      samlp.auth(test.#options(query))(Object.assign(req, { query }), res, (error) => {
        res.statusCode = 500
        res.end(String(error))
      })
    })
    return test
  }

  /** Ends the session here and at the participants. The library expects requests of Express. */
  #logOut(req: IncomingMessage, res: ServerResponse): void {
    const fail = (error?: Error) => {
      res.statusCode = 500
      res.end(String(error))
    }
    const redirect = (to: string) => res.writeHead(302, { location: to }).end()
    const send = (status: number) => res.writeHead(status).end()
    const end = samlp.logout({
      issuer: this.issuer,
      cert: this.pair.cert,
      key: this.pair.key,
      protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      deflate: true,
      signatureAlgorithm: 'rsa-sha256',
      sessionParticipants: new SessionParticipants(this.participants),
      clearIdPSession: (done) => {
        this.logOuts++
        done()
      },
    })
    end(
      Object.assign(req, { body: {}, session: this.#session }),
      Object.assign(res, { redirect, send }),
      fail,
    )
  }

  /** Sends a browser to the provider's log-out. Returns where it goes on; null at the end. */
  async logOut(address = `${this.issuer}/log-out`): Promise<string | null> {
    const answer = await fetch(address, { redirect: 'manual' })
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`the provider answers ${answer.status}: ${text}`)
    return answer.headers.get('location')
  }

  #options(query: Readonly<Record<string, string>>): Options {
    const { shiftMs = 0, ...oddity } = this.#oddity
    return {
      issuer: this.issuer,
      cert: this.pair.cert,
      key: this.pair.key,
      recipient: query.consumer!,
      lifetimeInSeconds: 300,
      getPostURL: (_audience, _request, _req, done) => {
        const { now } = Date
        // The assertion is made within the call.
        Date.now = () => now() + shiftMs
        try {
          done(null, query.consumer!)
        } finally {
          Date.now = now
        }
      },
      getUserFromRequest: (req: IncomingMessage) =>
        this.people[(req as IncomingMessage & { query: { person: string } }).query.person],
      profileMapper: ({ nameId, format, claims }: SamlPerson) => ({
        getClaims: () => ({ ...claims }),
        getNameIdentifier: () => ({
          nameIdentifier: nameId,
          ...(format !== undefined && { nameIdentifierFormat: format }),
        }),
      }),
      responseHandler: (response, _options, _req, res) => {
        const answer = { SAMLResponse: response.toString('base64'), RelayState: query.RelayState! }
        if (query.isPage === undefined) res.end(JSON.stringify(answer))
        else sendPage(res, 'post', query.consumer!, answer, '<button>Go on</button>')
      },
      ...oddity,
    }
  }

  /** The metadata for the form of an organization. */
  get metadata(): string {
    const certificate = this.pair.cert.replace(/-----[^-]+-----|\s/g, '')
    return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.issuer}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${this.issuer}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.issuer}"/>
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.issuer}/log-out"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
  }

  /** Logs the person in at the address to which the server has sent a browser. */
  async answer(address: string, consumer: string, person: string, oddity: Oddity = {}): Promise<SamlAnswer> {
    this.#oddity = oddity
    const url = new URL(address)
    url.searchParams.set('person', person)
    url.searchParams.set('consumer', consumer)
    const answer = await fetch(url)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`the provider answers ${answer.status}: ${text}`)
    return JSON.parse(text) as SamlAnswer
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
