import pg from 'pg'
import { countPostgres } from '../../log/round-trips.ts'
import { answered } from '../servers/ask.ts'

/** The parts of the driver's connection that COPY uses. */
interface DriverConnection {
  readonly stream: { cork(): void; write(bytes: Uint8Array): unknown; uncork(): void }
  endCopyFrom(): void
}

/** The driver's query. It runs a text without values by the simple protocol, which COPY needs. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
) => {
  callback: ((error: unknown) => void) | undefined
}

/**
 * Runs `COPY … FROM STDIN` on one connection with `rows` in the text format of COPY: values of `copyText`,
 * separated by tabs, and a newline after each row. Nothing else may be sent on the connection until this
 * resolves. Rejects with the error of Postgres, after which no row is stored. `answerMs`: milliseconds that
 * it may take, instead of the limit of the connection.
 */
export function copyRows(
  client: pg.Client,
  copy: string,
  rows: Uint8Array,
  answerMs?: number,
): Promise<void> {
  countPostgres(1)
  const ended = new Promise<void>((resolve, reject) => {
    const query = new CopyQuery(copy, rows, answerMs)
    query.callback = (error) => (error ? reject(error) : resolve())
    client.query(query as unknown as pg.Submittable)
  })
  return answered(client, ended)
}

class CopyQuery extends DriverQuery {
  /** Milliseconds until the driver gives up; undefined for the limit of the connection. */
  readonly query_timeout: number | undefined
  readonly #rows: Uint8Array

  constructor(copy: string, rows: Uint8Array, answerMs: number | undefined) {
    super(copy)
    this.query_timeout = answerMs
    this.#rows = rows
  }

  /** Called by the driver when Postgres waits for the rows. */
  handleCopyInResponse(connection: DriverConnection): void {
    const { stream } = connection
    // The driver's own method would copy the rows twice.
    const header = Buffer.alloc(5)
    header.write('d')
    header.writeInt32BE(this.#rows.length + 4, 1)
    stream.cork()
    stream.write(header)
    stream.write(this.#rows)
    connection.endCopyFrom()
    stream.uncork()
  }
}

/** A value of a row: a list is an array of integers in Postgres. */
export type CopiedValue = string | number | boolean | null | readonly number[]

const SPECIAL = /[\\\n\r\t]/
const ALL_SPECIAL = /[\\\n\r\t]/g
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns a value in the text format of COPY. */
export function copyText(value: CopiedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'object') return `{${value.join()}}`
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value) ? value.replace(ALL_SPECIAL, (found) => ESCAPED[found]!) : value
}
