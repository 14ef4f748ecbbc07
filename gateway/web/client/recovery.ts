import { SocketClosed } from './event-socket.ts'
import { backoff, upTo } from './pause.ts'
import { RequestError } from './request-error.ts'

/** The connection was given up because nothing was heard for too long, or the network changed. */
export class Stale extends Error {}

const SECOND = 1000
const LONGEST_RETRY_MS = 60 * SECOND
/** The time over which clients spread that a server has left at the same moment. */
export const SPREAD_MS = SECOND
/** As above, when they all register anew, which costs the server more. */
const REGISTER_SPREAD_MS = 2 * SECOND

/** The error of an ended account or session, for each close code that says so (docs/realtime.md). */
const ENDINGS: Readonly<Record<number, readonly [code: string, msg: string]>> = {
  4003: ['USER_DEACTIVATED', 'The account is deactivated'],
  4004: ['INVALID_API_KEY', 'The API key was changed'],
  4005: ['UNAUTHORIZED', 'The session has ended'],
}
const QUEUE_GONE: ReadonlySet<number> = new Set([4000, 4002])
const GOING_AWAY = 1001

export const sessionEnded = (): RequestError => ended(4005)

function ended(closeCode: number): RequestError {
  const [code, msg] = ENDINGS[closeCode]!
  return new RequestError(msg, { code, status: 401 })
}

/** The error after which another attempt is of no use; undefined for an error that may pass. */
export function endingOf(error: unknown): RequestError | undefined {
  if (error instanceof SocketClosed) return error.code in ENDINGS ? ended(error.code) : undefined
  if (!(error instanceof RequestError) || isQueueGone(error)) return undefined
  const mayPass = error.isRefusedForNow || error.hasUnknownOutcome
  return error.status >= 400 && error.status < 500 && !mayPass ? error : undefined
}

/** Whether the server does not know the queue, or not the events after the cursor. */
export const isQueueGone = (error: unknown): boolean =>
  (error instanceof SocketClosed && QUEUE_GONE.has(error.code)) ||
  (error instanceof RequestError && error.code === 'BAD_EVENT_QUEUE_ID')

/**
 * Says how long to wait after each failure, so that many clients with the same failure do not return
 * together.
 */
export class Recovery {
  #failures = 0
  #lostQueues = 0

  /** Events, or an answer without any, have arrived. */
  succeeded(): void {
    this.#failures = 0
    this.#lostQueues = 0
  }

  /** Milliseconds to wait before the next attempt. */
  waitAfter(error: unknown): number {
    if (error instanceof Stale) return 0
    if (isQueueGone(error)) {
      this.#lostQueues++
      if (this.#lostQueues > 1) return backoff(this.#lostQueues, SECOND, LONGEST_RETRY_MS)
      // An open WebSocket that loses its queue is not the only one; a client that comes back late is.
      return error instanceof SocketClosed ? upTo(REGISTER_SPREAD_MS) : 0
    }
    if (error instanceof SocketClosed && error.code === GOING_AWAY) return upTo(SPREAD_MS)
    this.#failures++
    const wait = this.#failures === 1 ? upTo(SPREAD_MS) : backoff(this.#failures, SECOND, LONGEST_RETRY_MS)
    const least = error instanceof RequestError ? (error.retryAfter ?? 0) * SECOND : 0
    return Math.max(wait, least + upTo(least))
  }
}
