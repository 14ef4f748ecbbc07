/** What of an error is logged: enough to find its cause, bounded, and nothing that people wrote. */
const MAX_MESSAGE = 500
const MAX_STACK_LINES = 20
const MAX_CAUSES = 3

/** Properties that say what happened; an error may have others that quote rows, parameters or answers. */
const TOLD = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'failure'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
]

/** A statement that a query builder puts before what the database said of it. */
const STATEMENT = /^\s*(?:with|select|insert|update|delete|begin|commit|set|create|alter|drop)\b/i
/** SQLSTATE, as errors of Postgres have it. */
const SQLSTATE = /^[0-9A-Z]{5}$/

interface ErrorLike extends Error {
  readonly [name: string]: unknown
}

/** An error as it is logged. */
export function loggedError(error: Error): object {
  return logged(error as ErrorLike, MAX_CAUSES)
}

function logged(error: ErrorLike, causes: number): object {
  const message = messageOf(error)
  const told: Record<string, unknown> = { type: error.constructor?.name ?? 'Error', message }
  for (const name of TOLD) {
    const value = error[name]
    if (typeof value === 'number') told[name] = value
    else if (typeof value === 'string') told[name] = value.slice(0, 200)
  }
  told.stack = stackOf(error, message)
  const { cause } = error
  if (causes > 0 && cause instanceof Error) told.cause = logged(cause as ErrorLike, causes - 1)
  return told
}

/** Of a database's error without the statement, and without what it quotes: values stand between quotation marks. */
function messageOf(error: ErrorLike): string {
  let message = String(error.message)
  if (isOfDatabase(error)) {
    if (STATEMENT.test(message)) message = message.slice(message.lastIndexOf(' - ') + 3)
    message = message.replace(/"[^"]*"/g, '"…"')
    if (STATEMENT.test(message)) message = 'a statement failed'
  }
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message
}

const isOfDatabase = (error: ErrorLike): boolean =>
  typeof error.severity === 'string' ||
  (typeof error.code === 'string' && SQLSTATE.test(error.code)) ||
  STATEMENT.test(String(error.message))

/** The lines that say where it was; not the message that a stack begins with, which may have many lines. */
function stackOf(error: ErrorLike, message: string): string {
  const places = String(error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
  const first = `${error.name}: ${message}`
  return [first, ...places.slice(0, MAX_STACK_LINES).map((line) => line.slice(0, 300))].join('\n')
}
