import { createHash, type KeyObject } from 'node:crypto'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { DevicePauses, type Outcome, Pause, type PushService, TIME_LIMIT_MS } from './outcome.ts'
import { signToken } from './sign-token.ts'

/** A notification for Apple's service. */
export interface ApnsPayload {
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the device shows the notification; otherwise only the app gets it. */
  readonly isAlert: boolean
  /** A notification replaces an earlier one with the same id. At most 64 bytes. */
  readonly collapseId: string
}

export interface ApnsCredentials {
  readonly key: KeyObject
  readonly keyId: string
  readonly teamId: string
}

/** Apple accepts tokens for an hour, and a new one at most every 20 minutes. */
const TOKEN_MS = 40 * 60_000
/** A device that is off for longer does not get the notification. */
const EXPIRES_SECONDS = 86_400

interface Answer {
  readonly status: number
  readonly reason: string
  /** When the service last knew the device, in milliseconds. */
  readonly timestamp: number | undefined
  readonly retryAfter: string | undefined
}

/**
 * Apple's push service: one HTTP/2 connection, which is reopened when it ends, and tokens signed with the
 * team's key.
 */
export class Apns implements PushService<ApnsPayload> {
  readonly #url: string
  readonly #credentials: ApnsCredentials
  readonly #pause = new Pause()
  readonly #limited = new DevicePauses()
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
    const paused = this.#pause.current ?? this.#limited.current(device.token)
    if (paused !== undefined) return paused
    try {
      let answer = await this.#post(device, payload)
      if (answer.reason === 'ExpiredProviderToken') {
        this.#token = undefined
        answer = await this.#post(device, payload)
      }
      return this.#outcomeOf(answer, device.token)
    } catch (error) {
      return this.#pause.until(undefined, (error as Error).message)
    }
  }

  /** Closes the connection; requests without an answer are lost. */
  close(): void {
    this.#session?.destroy()
  }

  /** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
  #outcomeOf({ status, reason, timestamp, retryAfter }: Answer, token: string): Outcome {
    if (status < 500) this.#pause.end()
    if (status === 200) {
      this.#limited.end(token)
      return { kind: 'accepted' }
    }
    if (status === 410)
      return { kind: 'unregistered', ...(timestamp !== undefined && { since: timestamp / 1000 }) }
    if (reason === 'BadDeviceToken' || reason === 'DeviceTokenNotForTopic') return { kind: 'unregistered' }
    // The limit of this device, not of the service.
    if (status === 429) return this.#limited.until(token, retryAfter, `429 ${reason}`)
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
        // The next request opens a new connection.
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
    session.on('error', forget) // the requests of the session reject
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
      this.#token = { text: signToken(key, { kid: keyId }, claims), until: Date.now() + TOKEN_MS }
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

/** A UUID of the notification, which Apple gives in its answers and logs. */
function idOf(notification: string): string {
  const hex = createHash('sha256').update(notification).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
