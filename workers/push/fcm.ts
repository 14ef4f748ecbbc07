import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { type Outcome, Pause, type PushService, TIME_LIMIT_MS } from './outcome.ts'
import { signToken } from './sign-token.ts'

/** A notification for Google's service: texts by name. */
export interface FcmPayload {
  readonly data: Readonly<Record<string, string>>
  /** Whether it wakes a sleeping device. */
  readonly isUrgent: boolean
}

/** The key file of a service account from Google's console. */
const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().transform((pem) => createPrivateKey(pem)),
  token_uri: z.url(),
})
export type ServiceAccount = z.output<typeof serviceAccount>

/** Throws when the text is not the key file of a service account. */
export const parseServiceAccount = (text: string): ServiceAccount => serviceAccount.parse(JSON.parse(text))

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_SECONDS = 3_600
/** A token is renewed this long before it expires. */
const SPARE_MS = 60_000
/** A device that is off for longer does not get the notification. */
const TIME_TO_LIVE = '86400s'

/** The service cannot be reached, or asks for a delay. */
class Unavailable extends Error {
  readonly retryAfter: string | null

  constructor(reason: string, retryAfter: string | null = null) {
    super(reason)
    this.retryAfter = retryAfter
  }
}

/**
 * Google's push service (FCM HTTP v1). The key of the account gets access tokens, which are cached until they
 * expire.
 */
export class Fcm implements PushService<FcmPayload> {
  readonly #url: string
  readonly #account: ServiceAccount
  readonly #pause = new Pause()
  #token: { readonly text: string; readonly until: number } | undefined
  #asking: Promise<string> | undefined

  /** `url`: the address of the service, without a path. */
  constructor(url: string, account: ServiceAccount) {
    this.#url = new URL(`/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`, url).href
    this.#account = account
  }

  async send({ token }: { readonly token: string }, payload: FcmPayload): Promise<Outcome> {
    const paused = this.#pause.current
    if (paused !== undefined) return paused
    try {
      const first = await this.#post(token, payload)
      if (first.status !== 401) return await this.#outcomeOf(first)
      this.#token = undefined // it was revoked before it expired
      return await this.#outcomeOf(await this.#post(token, payload))
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refused', reason: error.message }
      const { message, retryAfter = null } = error as Unavailable
      return this.#pause.until(retryAfter, message)
    }
  }

  async #post(token: string, { data, isUrgent }: FcmPayload): Promise<Response> {
    const android = { priority: isUrgent ? 'HIGH' : 'NORMAL', ttl: TIME_TO_LIVE }
    return fetch(this.#url, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: { token, data, android } }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
  }

  /** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
  async #outcomeOf(response: Response): Promise<Outcome> {
    const text = await response.text()
    if (response.status < 429) this.#pause.end()
    if (response.ok) return { kind: 'accepted' }
    const { code, message } = errorOf(text)
    const reason = `${response.status} ${code}: ${message}`
    if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'unregistered' }
    if (response.status === 429 || response.status >= 500) {
      return this.#pause.until(response.headers.get('retry-after'), reason)
    }
    return { kind: 'refused', reason }
  }

  #accessToken(): Promise<string> {
    if (this.#token !== undefined && this.#token.until > Date.now()) return Promise.resolve(this.#token.text)
    this.#asking ??= this.#askForToken().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #askForToken(): Promise<string> {
    const { client_email, private_key, token_uri } = this.#account
    const response = await fetch(token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: GRANT,
        assertion: assertion(private_key, client_email, token_uri),
      }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    const text = await response.text()
    const reason = `${response.status} from ${token_uri}: ${text.slice(0, 200)}`
    if (response.status === 429 || response.status >= 500) {
      throw new Unavailable(reason, response.headers.get('retry-after'))
    }
    if (!response.ok) throw new Refused(reason)
    const { access_token, expires_in } = tokenAnswer.parse(JSON.parse(text))
    this.#token = { text: access_token, until: Date.now() + expires_in * 1000 - SPARE_MS }
    return access_token
  }
}

/** The service refuses the account's key. */
class Refused extends Error {}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

function assertion(key: KeyObject, account: string, audience: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: account, scope: SCOPE, aud: audience, iat: now, exp: now + ASSERTION_SECONDS }
  return signToken(key, {}, claims)
}

const failure = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z.array(z.object({ errorCode: z.string().optional() })).default([]),
  }),
})

function errorOf(text: string): { code: string; message: string } {
  try {
    const { status, message, details } = failure.parse(JSON.parse(text)).error
    return { code: details.find((detail) => detail.errorCode)?.errorCode ?? status, message }
  } catch {
    return { code: 'UNKNOWN', message: text.slice(0, 200) }
  }
}
