/** What a service made of a notification. */
export type Outcome =
  /** It will try to bring it to the device. */
  | { readonly kind: 'taken' }
  /** It knows no such device, since this time if it says so (Unix seconds). */
  | { readonly kind: 'gone'; readonly since?: number }
  /** It cannot take it now; after this time it may. */
  | { readonly kind: 'later'; readonly afterSeconds?: number; readonly reason: string }
  /** It will never take it. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A push service, as one worker speaks to it. `Payload` is what it brings to a device. */
export interface PushService<Payload> {
  /** Never rejects. */
  send(device: { readonly token: string; readonly appId: string | null }, payload: Payload): Promise<Outcome>
}

/** How long a service may take to answer. */
export const TIME_LIMIT_MS = 10_000
/** For how long it is left alone when it could not be reached: twice as long each time, up to a minute. */
const BREATH_SECONDS = 5
const MAX_BREATH_SECONDS = 60
const MAX_PAUSE_SECONDS = 3_600

/**
 * A service that asks for time, or cannot be reached, is left alone: those who come meanwhile are told at once to
 * come later, so that it holds up nobody but its own devices.
 */
export class Pause {
  #until = 0
  #breath = BREATH_SECONDS

  /** Set while the service is left alone. */
  get now(): Outcome | undefined {
    const left = Math.ceil((this.#until - Date.now()) / 1000)
    return left <= 0 ? undefined : { kind: 'later', afterSeconds: left, reason: 'the service was left alone' }
  }

  /** The outcome of an answer to come later, with its Retry-After, or of none at all. */
  until(retryAfter: string | undefined | null, reason: string): Outcome {
    const paused = this.now // by an answer to what was sent at the same time
    const afterSeconds = secondsOf(retryAfter) ?? this.#breath
    if (paused === undefined) this.#breath = Math.min(this.#breath * 2, MAX_BREATH_SECONDS)
    this.#until = Math.max(this.#until, Date.now() + afterSeconds * 1000)
    return { kind: 'later', afterSeconds, reason }
  }

  /** The service answers again. */
  end(): void {
    this.#breath = BREATH_SECONDS
  }
}

/** Of a Retry-After: a number of seconds, or a date. */
function secondsOf(retryAfter: string | undefined | null): number | undefined {
  if (retryAfter == null || retryAfter === '') return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_PAUSE_SECONDS) : undefined
}
