import { CommitUnknown } from './transact.ts'

/** The server stops, starts or has no room (class 57 and 53300), or the connection was lost (class 08). */
const AWAY = /^(08...|57P0[1-5]|53300)$/
/** What sockets say of a server that is not there. */
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** Errors of the driver and the pool that have no code. */
const LOST = /^Connection terminated|^timeout expired$|Timeout acquiring a connection/

/**
 * Whether work failed because Postgres was not there, so that none of it is done and it may be tried again. False
 * when the answer to COMMIT was lost: then nobody knows.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof CommitUnknown || !(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (AWAY.test(code) || SOCKET.has(code))) return true
  return LOST.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
}
