/** Why Postgres did not do what it was asked: it is not there, it is busy, or it has no room left on its disk. */
export type DatabaseFailure = 'away' | 'busy' | 'full'

/** COMMIT was sent and its answer was lost: the change and its events are in the database, or neither is. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while committing', { cause })
    this.name = 'CommitUnknown'
  }
}

/** By SQLSTATE (appendix A of the manual of Postgres), the first that matches. */
const FAILURES: readonly (readonly [codes: RegExp, failure: DatabaseFailure])[] = [
  // disk_full, and io_error: what cannot be written or read
  [/^(53100|58030)$/, 'full'],
  // connection exceptions, shut down, starting up, too_many_connections, a standby that takes no writes
  [/^(08...|57P0[1-5]|53300|25006)$/, 'away'],
  // out_of_memory and other resources, lock_not_available, query_canceled, a transaction that idled, conflicts
  [/^(53...|55P03|57014|25P03|25P04|40001|40P01)$/, 'busy'],
]

/** What sockets say of a server that is not there. */
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** What the driver says when the connection had ended before a statement was sent. */
const NOT_SENT = /^Client (has encountered a connection error and|was closed and) is not queryable$/
/** Other errors of the driver and the pool that have no code. */
const NO_ANSWER = /^Query read timeout$/
const LOST = /^Connection terminated|^timeout expired$|^timeout exceeded/
const NO_CONNECTION = /Timeout acquiring a connection/

/** A transaction that Postgres has ended, for a reason that lies in the moment and not in what it does. */
const ENDED = /^(25P03|25P04|40001|40P01)$/

/**
 * Why Postgres failed; undefined for what is wrong with the work itself, and when the answer to COMMIT was lost. With a
 * failure nothing is done: the work may be tried again.
 */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (error instanceof CommitUnknown || !(error instanceof Error)) return undefined
  const code = codeOf(error)
  if (SOCKET.has(code) || (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'))
    return 'away'
  const known = FAILURES.find(([codes]) => codes.test(code))
  if (known !== undefined) return known[1]
  const { message, cause } = error
  if (NOT_SENT.test(message)) return databaseFailureOf(cause) ?? 'away'
  if (LOST.test(message) || NO_ANSWER.test(message)) return 'away'
  if (NO_CONNECTION.test(message)) return 'busy'
  return cause === undefined ? undefined : databaseFailureOf(cause)
}

/** Whether the driver has waited for an answer in vain, so that its connection is of no more use. */
export const hasNoAnswer = (error: unknown): boolean =>
  error instanceof Error && NO_ANSWER.test(error.message)

/** Whether a transaction has ended without effect, so that the same work may succeed at once. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof Error && (ENDED.test(codeOf(error)) || NOT_SENT.test(error.message))
}

/** Whether Postgres itself said no, or was never asked, so that nothing of the transaction remains. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code)) return !/^(08|57P)/.test(code)
  return error instanceof Error && NOT_SENT.test(error.message)
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
