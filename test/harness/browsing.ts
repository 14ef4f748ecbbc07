import { Agent, fetch } from 'undici'
import { type Answer, Client } from './client.ts'

/** Resolves every host name to this machine, because each organization has its own host name. */
const agent = new Agent({
  connect: { lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
})

export interface PageAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** Imitates a browser: keeps cookies and sends forms with their hidden fields. Does not follow redirects. */
export class Browsing {
  readonly url: string
  readonly cookies = new Map<string, string>()
  /** Sent with every request. */
  readonly headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const response = await fetch(this.url + path, {
      method,
      body,
      redirect: 'manual',
      dispatcher: agent,
      headers: {
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...this.headers,
        ...headers,
      },
    })
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers as unknown as Headers,
    }
  }

  get(path: string): Promise<PageAnswer> {
    return this.request('GET', path)
  }

  /** Loads a page and submits its first form with `fields` and the form's hidden fields. */
  async submit(path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    const { text } = await this.get(path)
    return this.submitForm(text, fields, path)
  }

  /** Submits the first form of a page that was loaded from `path`. */
  submitForm(page: string, fields: Record<string, string> = {}, path = '/'): Promise<PageAnswer> {
    const form = /<form method="post"(?: action="([^"]*)")?>([\s\S]*?)<\/form>/.exec(page)
    if (form === null) throw new Error(`no form on ${page}`)
    const hidden = [...form[2]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const values = { ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])), ...fields }
    return this.request('POST', form[1] ?? path, new URLSearchParams(values).toString())
  }

  #storeCookie(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/; Max-Age=0(;|$)/.test(line)) this.cookies.delete(name!)
    else this.cookies.set(name!, value!)
  }

  logIn(name: string, password: string): Promise<PageAnswer> {
    return this.submit('/login', { email: `${name}@demo.test`, password })
  }

  /** Logs out as the web client does. */
  logOut(): Promise<PageAnswer> {
    const csrftoken = this.cookies.get('csrftoken') ?? ''
    return this.request('POST', '/logout', new URLSearchParams({ csrftoken }).toString())
  }

  /**
   * A client of the API below /json that authenticates by the session cookie, as the scripts of our pages do.
   */
  get json(): SessionClient {
    return new SessionClient(this)
  }
}

/** A `Client` of the API below /json that authenticates by a browser's session cookie. */
export class SessionClient extends Client {
  readonly #browsing: Browsing

  constructor(browsing: Browsing) {
    super(browsing.url, undefined, {
      ...browsing.headers,
      'x-csrftoken': browsing.cookies.get('csrftoken') ?? '',
    })
    this.#browsing = browsing
  }

  override async request(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const { cookie } = this.#browsing
    return super.request(method, path, body, { ...(cookie !== '' && { cookie }), ...headers }, signal)
  }

  protected override get prefix(): string {
    return '/json'
  }
}
