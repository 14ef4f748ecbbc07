import { LRUCache } from 'lru-cache'
import { secondsOfRetryAfter } from '../../core/platform/net/retry-after.ts'

/** The response of a service to a notification. */
export type Outcome =
  /** It accepted the notification. */
  | { readonly kind: 'accepted' }
  /** It does not know the device. `since`: the time of its removal, if known (Unix seconds). */
  | { readonly kind: 'unregistered'; readonly since?: number }
  /** It cannot accept the notification now, but may after this time. */
  | { readonly kind: 'later'; readonly afterSeconds?: number; readonly reason: string }
  /** It will never accept the notification. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A push service. `Payload` is a notification for it. */
export interface PushService<Payload> {
  /** Never rejects. */
  send(device: { readonly token: string; readonly appId: string | null }, payload: Payload): Promise<Outcome>
}

/** The reason of notifications that are not sent during a pause of their service or device. */
export const PAUSED = 'requests are paused'

/** The time limit for an answer of a service. */
export const TIME_LIMIT_MS = 10_000
/** The pause after a service could not be reached; it doubles each time, up to a minute. */
const FIRST_PAUSE_SECONDS = 5
const MAX_OWN_PAUSE_SECONDS = 60

/** Devices with a limit of their own that a process remembers. */
const MAX_LIMITED_DEVICES = 10_000

/**
 * Pauses a service that asks for a delay or cannot be reached. During the pause each notification gets the
 * outcome `later` at once, so that a failing service does not delay the devices of others.
 */
export class Pause {
  #until = 0
  #nextPause = FIRST_PAUSE_SECONDS

  /** The outcome during a pause; undefined otherwise. */
  get current(): Outcome | undefined {
    const left = Math.ceil((this.#until - Date.now()) / 1000)
    return left <= 0 ? undefined : { kind: 'later', afterSeconds: left, reason: PAUSED }
  }

  /** Starts a pause, after an answer with Retry-After or after no answer, and returns the outcome. */
  until(retryAfter: string | undefined | null, reason: string): Outcome {
    const paused = this.current // started by another request at the same time
    const afterSeconds = secondsOfRetryAfter(retryAfter) ?? this.#nextPause
    if (paused === undefined) this.#nextPause = Math.min(this.#nextPause * 2, MAX_OWN_PAUSE_SECONDS)
    this.#until = Math.max(this.#until, Date.now() + afterSeconds * 1000)
    return { kind: 'later', afterSeconds, reason }
  }

  /** Ends the pause: the service answers again. */
  end(): void {
    this.#nextPause = FIRST_PAUSE_SECONDS
  }
}

/** Pauses of devices whose service has refused one more notification for this device alone. */
export class DevicePauses {
  readonly #pauses = new LRUCache<string, Pause>({ max: MAX_LIMITED_DEVICES })

  /** The outcome during a pause; undefined otherwise. */
  current(token: string): Outcome | undefined {
    return this.#pauses.get(token)?.current
  }

  /** Starts a pause, and returns the outcome. */
  until(token: string, retryAfter: string | undefined | null, reason: string): Outcome {
    const pause = this.#pauses.get(token) ?? new Pause()
    this.#pauses.set(token, pause)
    return pause.until(retryAfter, reason)
  }

  /** The device gets notifications again. */
  end(token: string): void {
    this.#pauses.delete(token)
  }
}
