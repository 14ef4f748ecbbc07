import pg from 'pg'

/** Why Postgres failed: it is unreachable, it is busy, or its disk is full. */
export type DatabaseFailure = 'away' | 'busy' | 'full'

/**
 * The answer to COMMIT was lost, or the change is committed but may be missing on the synchronous standby.
 * Either both the change and its events are in the database, or neither is.
 */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('nobody knows whether the commit lasts', { cause })
    this.name = 'CommitUnknown'
  }
}

/** A transaction has given up the log that it has locked, because its network is slow. It has no effect. */
export class TooSlow extends Error {
  /** SQLSTATE query_canceled. */
  readonly code = '57014'

  constructor() {
    super('the network to Postgres is slow, and others wait for this transaction')
    this.name = 'TooSlow'
  }
}

/** Failures by SQLSTATE (appendix A of the Postgres manual). The first match counts. */
const FAILURES: readonly (readonly [codes: RegExp, failure: DatabaseFailure])[] = [
  // disk_full, and io_error: data that cannot be written or read
  [/^(53100|58030)$/, 'full'],
  // connection exceptions, shut down, starting up, too_many_connections, a standby that takes no writes
  [/^(08...|57P0[1-5]|53300|25006)$/, 'away'],
  // out_of_memory and other resources, lock_not_available, query_canceled, a transaction that idled,
  // conflicts
  [/^(53...|55P03|57014|25P03|25P04|40001|40P01)$/, 'busy'],
]

/** Socket errors of an unreachable server. */
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

// An error of an entity's query has the statement, then " - ", in front of the driver's message.

/** The driver's error for a connection that ended before the statement was sent. */
const NOT_SENT = /(?:^| - )Client (?:has encountered a connection error and|was closed and) is not queryable$/
/** Other errors of the driver and the pool without a code. */
const NO_ANSWER = /(?:^| - )Query read timeout$/
const LOST =
  /(?:^| - )(?:Connection terminated(?: unexpectedly| due to connection timeout)?|timeout expired|timeout exceeded[^-]*)$/
const NO_CONNECTION = /Timeout acquiring a connection/

/** SQLSTATEs of transactions that Postgres aborted for a temporary reason. */
const ENDED = /^(25P03|25P04|40001|40P01)$/

/**
 * Returns why Postgres failed. Returns undefined when the work itself is the cause, and when the answer to
 * COMMIT was lost. A failure means that nothing was changed, so the work may be retried.
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

/** Whether the driver timed out waiting for an answer, so that its connection is unusable. */
export const hasNoAnswer = (error: unknown): boolean =>
  error instanceof Error && NO_ANSWER.test(error.message)

/** Whether a transaction was aborted without effect, and an immediate retry may succeed. */
export function mayRunAgain(error: unknown): boolean {
  return error instanceof Error && (ENDED.test(codeOf(error)) || NOT_SENT.test(error.message))
}

/**
 * Whether the error is Postgres' answer to a statement. Such a statement has no effect, and its transaction
 * is aborted.
 */
export const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError

/** Whether Postgres rejected the transaction or never received it, so that it has no effect. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code)) return !/^(08|57P)/.test(code)
  return error instanceof Error && NOT_SENT.test(error.message)
}

/** Whether Postgres refused a statement only because an earlier one of the transaction had failed. */
export const isConsequence = (error: unknown): boolean => codeOf(error) === '25P02'

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
