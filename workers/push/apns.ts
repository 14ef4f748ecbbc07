import { createHash, type KeyObject } from 'node:crypto'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { type Outcome, Pause, type PushService, TIME_LIMIT_MS } from './outcome.ts'
import { signedToken } from './signed-token.ts'

/** What Apple's service brings to a device. */
export interface ApnsPayload {
  readonly body: Readonly<Record<string, unknown>>
  /** Something the person is shown; otherwise the app alone is told. */
  readonly isAlert: boolean
  /** A device shows one notification of each: what is sent twice replaces itself. At most 64 bytes. */
  readonly collapseId: string
}

export interface ApnsCredentials {
  readonly key: KeyObject
  readonly keyId: string
  readonly teamId: string
}

/** Apple takes tokens of up to an hour, and no new one more often than every 20 minutes. */
const TOKEN_MS = 40 * 60_000
/** A device that is off for longer is not told. */
const EXPIRES_SECONDS = 86_400

interface Answer {
  readonly status: number
  readonly reason: string
  /** When the device was last known, in milliseconds. */
  readonly timestamp: number | undefined
  readonly retryAfter: string | undefined
}

/** Apple's push service: one HTTP/2 connection, begun anew when it ends, and tokens signed with the team's key. */
export class Apns implements PushService<ApnsPayload> {
  readonly #url: string
  readonly #credentials: ApnsCredentials
  readonly #pause = new Pause()
  #session: ClientHttp2Session | undefined
  #token: { readonly text: string; readonly until: number } | undefined

  constructor(url: string, credentials: ApnsCredentials) {
    this.#url = url
    this.#credentials = credentials
  }

  async send(
    device: { readonly token: string; readonly appId: string | null },
    payload: ApnsPayload,
  ): Promise<Outcome> {
    const paused = this.#pause.now
    if (paused !== undefined) return paused
    try {
      let answer = await this.#post(device, payload)
      if (answer.reason === 'ExpiredProviderToken') {
        this.#token = undefined
        answer = await this.#post(device, payload)
      }
      return this.#outcomeOf(answer)
    } catch (error) {
      return this.#pause.until(undefined, (error as Error).message)
    }
  }

  /** Ends the connection; what is on its way is lost. */
  close(): void {
    this.#session?.destroy()
  }

  /** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
  #outcomeOf({ status, reason, timestamp, retryAfter }: Answer): Outcome {
    if (status < 500) this.#pause.end()
    if (status === 200) return { kind: 'taken' }
    if (status === 410) return { kind: 'gone', ...(timestamp !== undefined && { since: timestamp / 1000 }) }
    if (reason === 'BadDeviceToken' || reason === 'DeviceTokenNotForTopic') return { kind: 'gone' }
    // Too much for this device alone.
    if (status === 429) return { kind: 'later', reason: `429 ${reason}` }
    if (status >= 500) return this.#pause.until(retryAfter, `${status} ${reason}`)
    return { kind: 'refused', reason: `${status} ${reason}` }
  }

  #post(
    { token, appId }: { readonly token: string; readonly appId: string | null },
    { body, isAlert, collapseId }: ApnsPayload,
  ): Promise<Answer> {
    const stream = this.#connected().request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
      authorization: `bearer ${this.#providerToken()}`,
      'apns-id': idOf(`${token} ${collapseId}`),
      'apns-topic': appId!,
      'apns-push-type': isAlert ? 'alert' : 'background',
      'apns-priority': isAlert ? '10' : '5',
      'apns-expiration': String(Math.floor(Date.now() / 1000) + EXPIRES_SECONDS),
      ...(isAlert && { 'apns-collapse-id': collapseId }),
    })
    stream.end(JSON.stringify(body))
    return this.#answerOf(stream)
  }

  #answerOf(stream: ClientHttp2Stream): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let status = 0
      let retryAfter: string | undefined
      let text = ''
      stream.setEncoding('utf8')
      stream.setTimeout(TIME_LIMIT_MS, () => {
        // A connection that says nothing is as good as none.
        this.#session?.destroy()
        reject(new Error('the service did not answer in time'))
      })
      stream.on('response', (headers) => {
        status = Number(headers[constants.HTTP2_HEADER_STATUS])
        retryAfter = headers['retry-after'] as string | undefined
      })
      stream.on('data', (chunk: string) => {
        text += chunk
      })
      stream.on('error', reject)
      stream.on('close', () => {
        if (status === 0) reject(new Error('the connection ended before the answer'))
        else resolve({ status, retryAfter, ...reasonOf(text) })
      })
    })
  }

  #connected(): ClientHttp2Session {
    const known = this.#session
    if (known !== undefined && !known.closed && !known.destroyed) return known
    const session = connect(this.#url)
    const forget = () => {
      if (this.#session === session) this.#session = undefined
    }
    session.on('error', forget) // its streams tell of it
    session.on('goaway', forget)
    session.on('close', forget)
    session.unref()
    this.#session = session
    return session
  }

  #providerToken(): string {
    if (this.#token === undefined || this.#token.until < Date.now()) {
      const { key, keyId, teamId } = this.#credentials
      const claims = { iss: teamId, iat: Math.floor(Date.now() / 1000) }
      this.#token = { text: signedToken(key, { kid: keyId }, claims), until: Date.now() + TOKEN_MS }
    }
    return this.#token.text
  }
}

function reasonOf(text: string): Pick<Answer, 'reason' | 'timestamp'> {
  try {
    const { reason, timestamp } = JSON.parse(text) as { reason?: unknown; timestamp?: unknown }
    return { reason: String(reason ?? ''), timestamp: typeof timestamp === 'number' ? timestamp : undefined }
  } catch {
    return { reason: text.slice(0, 200), timestamp: undefined }
  }
}

/** The same UUID for the same notification, which Apple tells in its answers and logs. */
function idOf(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
