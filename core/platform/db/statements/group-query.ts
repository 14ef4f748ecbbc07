import type { Writable } from 'node:stream'
import pg from 'pg'
import { serialize } from 'pg-protocol'
import type { Statement } from './statement.ts'

/** A statement of a group, and its caller. */
export interface Member {
  readonly statement: Statement
  readonly values: readonly unknown[]
  /** Why the values cannot be sent. */
  readonly fault?: unknown
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** The parts of the driver's connection that a query uses. */
interface DriverConnection {
  /** Texts of the prepared statements by name: those that Postgres has, and those that it was sent. */
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  readonly stream: Writable
}

/** The driver's query, whose errors and end its connection reports. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
) => { callback: ((error: unknown) => void) | undefined }

/** A column of a result, and how its text is read. */
interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** Ask for the columns of the result and run the statement, after Bind. */
const DESCRIBE_AND_EXECUTE = Buffer.concat([serialize.describe({ type: 'P' }), serialize.execute()])
const SYNC = serialize.sync()

/** A group as one query of the driver, with one Sync after all statements. */
export class GroupQuery extends DriverQuery {
  /** Milliseconds until the driver gives up; undefined for the limit of the connection. */
  readonly query_timeout: number | undefined
  readonly #client: pg.Client
  readonly #members: readonly Member[]
  /** The number of members that open the transaction of the others. */
  readonly #openers: number
  readonly #results: unknown[][] = []
  #connection: DriverConnection | undefined
  /** Rows of the statement whose answer arrives, and its columns. */
  #rows: unknown[] = []
  #columns: readonly Column[] = []
  /** Why a value cannot be read, by the number of its statement. */
  #unreadable: Map<number, unknown> | undefined

  constructor(client: pg.Client, members: readonly Member[], openers: number, answerMs?: number) {
    super('')
    this.query_timeout = answerMs
    this.#client = client
    this.#members = members
    this.#openers = openers
  }

  /** The driver notes prepared statements by the name and the text of the statement whose answer arrives. */
  get name(): string | undefined {
    return this.#current?.name
  }

  get text(): string | undefined {
    return this.#current?.text
  }

  // The driver's constructor writes both. Properties that each group defines for itself take longer than to
  // send it.
  set name(_: unknown) {}
  set text(_: unknown) {}

  /** Whether all statements were answered. */
  get hasRun(): boolean {
    return this.#results.length === this.#members.length
  }

  get #current(): Statement | undefined {
    return this.#members[this.#results.length]?.statement
  }

  /** Sends the group. Rejects with the error of the statement that has failed, or of the connection. */
  ended(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve())
      this.#client.query(this as unknown as pg.Submittable)
    })
  }

  readonly succeed = (): void => {
    for (const index of this.#members.keys()) this.#settle(index)
  }

  readonly fail = (error: unknown): void => {
    const done = this.#results.length
    for (const [index, { statement, reject }] of this.#members.entries()) {
      if (index < done) this.#settle(index)
      else {
        const isConsequence = index > done && done >= this.#openers && error instanceof pg.DatabaseError
        reject(isConsequence ? new NotRun() : error)
      }
      if (index > done) delete this.#connection?.submittedNamedStatements[statement.name]
    }
  }

  #settle(index: number): void {
    const { resolve, reject } = this.#members[index]!
    if (this.#unreadable?.has(index)) reject(this.#unreadable.get(index))
    else resolve(this.#results[index]!)
  }

  /** Called by the driver, as the other methods below. Writes the group in one piece. */
  submit(connection: DriverConnection): null {
    this.#connection = connection
    const { parsedStatements, submittedNamedStatements } = connection
    const pieces: Buffer[] = []
    for (const { statement, values } of this.#members) {
      const { name, text } = statement
      if ((parsedStatements[name] ?? submittedNamedStatements[name]) !== text) {
        pieces.push(serialize.parse(statement))
        if (name !== '') submittedNamedStatements[name] = text
      }
      pieces.push(serialize.bind({ statement: name, values: values as unknown[] }), DESCRIBE_AND_EXECUTE)
    }
    pieces.push(SYNC)
    if (connection.stream.writable) connection.stream.write(Buffer.concat(pieces))
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#client.getTypeParser(dataTypeID, 'text') as Column['read'],
    }))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns
    const row: Record<string, unknown> = {}
    try {
      for (let index = 0; index < fields.length; index++) {
        const { name, read } = columns[index]!
        const text = fields[index]!
        row[name] = text === null ? null : read(text)
      }
    } catch (error) {
      this.#unreadable ??= new Map()
      this.#unreadable.set(this.#results.length, error)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
    this.#columns = []
  }
}

/** The description of a column by Postgres. */
interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** Why a statement has not run: another one of its group has failed. */
export class NotRun extends Error {
  /** SQLSTATE in_failed_sql_transaction. */
  readonly code = '25P02'

  constructor() {
    super('another statement of the transaction has failed')
  }
}
