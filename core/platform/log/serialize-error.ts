/** Limits that keep a logged error short. */
const MAX_MESSAGE = 500
const MAX_STACK_LINES = 20
const MAX_CAUSES = 3

/** Properties to log. Others are left out, because they may contain rows, parameters or responses. */
const LOGGED_PROPERTIES = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'status', 'statusCode', 'failure'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
]

/** Matches a statement, which query builders put before the database's error message. */
const STATEMENT = /^\s*(?:with|select|insert|update|delete|begin|commit|set|create|alter|drop)\b/i
/** Matches an SQLSTATE code of Postgres. */
const SQLSTATE = /^[0-9A-Z]{5}$/

interface ErrorLike extends Error {
  readonly [name: string]: unknown
}

/** Converts an error to the fields to log: its cause and location, without any text that users wrote. */
export function serializeError(error: Error): object {
  return fieldsOf(error as ErrorLike, MAX_CAUSES)
}

function fieldsOf(error: ErrorLike, causes: number): object {
  const message = messageOf(error)
  const fields: Record<string, unknown> = { type: error.constructor?.name ?? 'Error', message }
  for (const name of LOGGED_PROPERTIES) {
    const value = error[name]
    if (typeof value === 'number') fields[name] = value
    else if (typeof value === 'string') fields[name] = value.slice(0, 200)
  }
  fields.stack = stackOf(error, message)
  const { cause } = error
  if (causes > 0 && cause instanceof Error) fields.cause = fieldsOf(cause as ErrorLike, causes - 1)
  return fields
}

/**
 * Removes the statement and quoted values from the message of a database error, and shortens every message.
 */
function messageOf(error: ErrorLike): string {
  let message = String(error.message || firstMessageOf(error.errors))
  if (isOfDatabase(error)) {
    if (STATEMENT.test(message)) message = message.slice(message.lastIndexOf(' - ') + 3)
    message = message.replace(/"[^"]*"/g, '"…"')
    if (STATEMENT.test(message)) message = 'a statement failed'
  }
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message
}

/** A connection that was tried at several addresses fails without a message of its own. */
const firstMessageOf = (errors: unknown): string =>
  Array.isArray(errors) && errors[0] instanceof Error ? errors[0].message : ''

const isOfDatabase = (error: ErrorLike): boolean =>
  typeof error.severity === 'string' ||
  (typeof error.code === 'string' && SQLSTATE.test(error.code)) ||
  STATEMENT.test(String(error.message))

/**
 * Returns the stack's location lines with the given message instead of the original one, which may have many
 * lines.
 */
function stackOf(error: ErrorLike, message: string): string {
  const places = String(error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
  const first = `${error.name}: ${message}`
  return [first, ...places.slice(0, MAX_STACK_LINES).map((line) => line.slice(0, 300))].join('\n')
}
