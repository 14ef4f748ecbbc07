import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { VapidKeys } from '../../core/notifying/push/vapid-keys.ts'
import type { WebNotification } from '../../core/notifying/push/web-notification.ts'
import type { Device } from '../../core/people/push-devices/device.ts'
import { AddressRefused, type PublicNetwork } from '../../core/platform/net/public-network.ts'
import { isTimeout } from '../running/hosts.ts'
import { DevicePauses, type Outcome, Pause, TIME_LIMIT_MS } from './outcome.ts'

/** A notification for a browser. */
export interface WebPushPayload {
  readonly body: WebNotification
  /** Whether it wakes a sleeping device. */
  readonly isUrgent: boolean
  /** The browser's push service keeps only the latest notification of a subject for a device that is off. */
  readonly subject?: string
}

/** Who this server is for the push services of browsers. */
export interface VapidDetails extends VapidKeys {
  /** An https or mailto URL at which the operators of a push service reach the operator of this server. */
  readonly subject: string
}

/** The encrypted body must fit into 4096 bytes (RFC 8291, section 4). */
const MAX_PAYLOAD_BYTES = 3993
/** A device that is off for longer does not get the notification. */
const TTL_SECONDS = 86_400
/** Bytes of an answer that a reason quotes. */
const MAX_REASON_BYTES = 200
/** Push services whose pauses a process remembers. */
const MAX_SERVICES = 1000
/** Apple ends the subscription of a page whose push messages show no notification. */
const SHOWS_EVERY_MESSAGE = /(^|\.)push\.apple\.com$/

type Response = Awaited<ReturnType<PublicNetwork['fetch']>>

/**
 * The push services of browsers (RFC 8030). A browser chooses its service, so requests go through the network
 * that reaches public addresses only, and each service has a pause of its own. The service cannot read the
 * notification.
 */
export class WebPush {
  readonly #network: PublicNetwork
  readonly #vapid: VapidDetails
  readonly #pauses = new LRUCache<string, Pause>({ max: MAX_SERVICES })
  readonly #limited = new DevicePauses()
  readonly #timeLimitMs: number

  constructor(network: PublicNetwork, vapid: VapidDetails, timeLimitMs = TIME_LIMIT_MS) {
    this.#network = network
    this.#vapid = vapid
    this.#timeLimitMs = timeLimitMs
  }

  /**
   * Never rejects. Calls `silent` when the service has not answered in time; without `silent`, requests to
   * the service pause then.
   */
  async send(
    device: Pick<Device, 'token' | 'p256dh' | 'auth'>,
    payload: WebPushPayload,
    silent?: () => void,
  ): Promise<Outcome> {
    const { origin, hostname } = new URL(device.token)
    if (payload.body.event === 'remove' && SHOWS_EVERY_MESSAGE.test(hostname)) return { kind: 'accepted' }
    const pause = this.#pauseOf(origin)
    const paused = pause.current ?? this.#limited.current(device.token)
    if (paused !== undefined) return paused
    const body = JSON.stringify(payload.body)
    if (Buffer.byteLength(body) > MAX_PAYLOAD_BYTES) {
      return { kind: 'refused', reason: 'the notification is too large' }
    }
    try {
      return await this.#outcomeOf(await this.#post(device, body, payload), device.token, pause)
    } catch (error) {
      if (error instanceof AddressRefused) return { kind: 'unregistered' }
      const reason = `${origin}: ${(error as Error).message}`
      if (silent === undefined || !isTimeout(error)) return pause.until(undefined, reason)
      silent()
      return { kind: 'later', reason }
    }
  }

  async #post(
    { token, p256dh, auth }: Pick<Device, 'token' | 'p256dh' | 'auth'>,
    text: string,
    { isUrgent, subject }: WebPushPayload,
  ): Promise<Response> {
    const { default: webpush } = await import('web-push')
    const { endpoint, headers, body } = webpush.generateRequestDetails(
      { endpoint: token, keys: { p256dh: p256dh!, auth: auth! } },
      text,
      {
        vapidDetails: this.#vapid,
        contentEncoding: 'aes128gcm',
        TTL: TTL_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
        ...(subject !== undefined && { topic: topicOf(auth!, subject) }),
      },
    )
    const { 'Content-Length': _, ...sent } = headers
    return this.#network.fetch(endpoint, {
      method: 'POST',
      headers: sent,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeLimitMs),
    })
  }

  /** RFC 8030, sections 5, 7.3 and 8.4. */
  async #outcomeOf(response: Response, token: string, pause: Pause): Promise<Outcome> {
    const { status, headers } = response
    if (status < 500) pause.end()
    const isAccepted = status >= 200 && status < 300
    if (isAccepted || status === 404 || status === 410) {
      this.#limited.end(token)
      await response.body?.cancel()
      return { kind: isAccepted ? 'accepted' : 'unregistered' }
    }
    const reason = `${status} ${await beginningOf(response)}`.trim()
    const retryAfter = headers.get('retry-after')
    // The limit of this subscription, not of the service.
    if (status === 429) return this.#limited.until(token, retryAfter, reason)
    if (status >= 500) return pause.until(retryAfter, reason)
    return { kind: 'refused', reason }
  }

  #pauseOf(origin: string): Pause {
    const known = this.#pauses.get(origin)
    if (known !== undefined) return known
    const pause = new Pause()
    this.#pauses.set(origin, pause)
    return pause
  }
}

/**
 * At most 32 characters. It is different for each browser, so that a service cannot tell who is in one
 * conversation.
 */
const topicOf = (secret: string, subject: string): string =>
  createHmac('sha256', secret).update(subject).digest('base64url').slice(0, 32)

/** What has arrived of the body in time: the status counts without it. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_REASON_BYTES) break
    }
  } catch {
    // The rest has not arrived.
  }
  return Buffer.concat(chunks).subarray(0, MAX_REASON_BYTES).toString()
}
