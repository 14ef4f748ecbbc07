import type { IncomingMessage } from 'node:http'
import { StorageError } from '../storage.ts'

/** How long the store may be silent, in milliseconds, before a request fails. */
export interface TimeLimits {
  /** Until a connection is made. */
  readonly connectMs: number
  /** Of a request for an object: until its first byte, and then between two pieces. */
  readonly readMs: number
  /**
   * Of other requests: while nothing is sent or received. To join the parts of a large object may take long.
   */
  readonly writeMs: number
}

export const TIME_LIMITS: TimeLimits = { connectMs: 5_000, readMs: 20_000, writeMs: 60_000 }

// As many connections as there are requests: downloads by slow clients must not make others wait.
const agent = { maxSockets: Number.POSITIVE_INFINITY }
const agents = { httpAgent: agent, httpsAgent: agent }

/**
 * The request handler of a client that reads objects. A reader may take its time, so silence of the
 * connection is no failure.
 */
export const readingHandler = ({ connectMs, readMs }: TimeLimits) => ({
  ...agents,
  connectionTimeout: connectMs,
  requestTimeout: readMs,
  throwOnRequestTimeout: true,
})

/** The request handler of a client for all other requests. */
export const writingHandler = ({ connectMs, writeMs }: TimeLimits) => ({
  ...agents,
  connectionTimeout: connectMs,
  socketTimeout: writeMs,
})

/**
 * Fails the body of a response when its reader has read all that has arrived, and the store sends nothing for
 * `milliseconds`.
 */
export function failWhenSilent(body: IncomingMessage, milliseconds: number): void {
  const { socket } = body
  /** Number of bytes that had arrived at the last check, when all of them were read. */
  let readUpTo: number | undefined
  const timer = setInterval(() => {
    const arrived = body.readableLength === 0 ? socket.bytesRead : undefined
    const isSilent = arrived !== undefined && arrived === readUpTo
    readUpTo = arrived
    if (isSilent) body.destroy(new StorageError('unavailable', new Error('the store has become silent')))
  }, milliseconds)
  body.once('close', () => clearInterval(timer))
}
