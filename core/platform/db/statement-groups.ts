/// <reference path="./pg-utils.d.ts" />
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { countPostgres } from '../round-trips.ts'
import { answered } from './ask.ts'
import { cut, socketOf } from './connection.ts'
import { withIntegerLists } from './integer-lists.ts'
import type { Sql, Statement } from './statement.ts'

interface Member {
  readonly statement: Statement
  readonly values: readonly unknown[]
  /** Why the values cannot be sent. */
  readonly fault?: unknown
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Runs statements on one connection in their order. Those that begin in one turn of the event loop are a group: Postgres gets them
 * together and answers them together, which costs both sides one read and one write. When one fails, those after it in its group do
 * not run and fail with SQLSTATE 25P02 (`isConsequence`), even COMMIT and ROLLBACK. When a value cannot be sent, none of its group
 * runs.
 *
 * `opening` are statements without values that run before all others, in the round trip of the first group, such as BEGIN. When one of
 * them fails, the first group fails with its error, and the connection is closed.
 */
export class StatementGroups implements Sql {
  readonly #client: pg.Client
  #opening: readonly Statement[]
  #members: Member[] = []

  constructor(client: pg.Client, opening: readonly Statement[] = []) {
    this.#client = client
    this.#opening = opening
  }

  /** Whether the opening statements were sent. */
  get isOpen(): boolean {
    return this.#opening.length === 0
  }

  /** Whether a statement has begun, sent or not. */
  get isUsed(): boolean {
    return this.isOpen || this.#members.length > 0
  }

  /** One call, or several that begin in one turn, are one round trip. */
  run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#members.length === 0) {
        countPostgres(1)
        process.nextTick(() => this.send())
      }
      this.#members.push({ statement, ...prepared(values), resolve: resolve as Member['resolve'], reject })
    })
  }

  /** Sends the opening statements and those that have begun, before others use the connection. */
  send(): void {
    const asked = this.#members
    this.#members = []
    if (asked.some((member) => member.fault !== undefined)) {
      for (const { fault, reject } of asked) reject(fault ?? new NotRun())
      return
    }
    const opening = this.#opening.map((statement) => this.#opener(statement))
    this.#opening = []
    if (opening.length + asked.length === 0) return
    if (asked.length === 0) countPostgres(1)
    const query = new GroupQuery([...opening, ...asked], opening.length)
    answered(this.#client, query.ended(this.#client)).then(query.succeed, query.fail)
  }

  /** Without it, later groups would run outside of the transaction. */
  #opener(statement: Statement): Member {
    const reject = (error: unknown) => cut(this.#client, error as Error)
    return { statement, values: [], resolve: () => undefined, reject }
  }
}

/** The parts of the driver's connection that a query uses. */
interface DriverConnection {
  /** Texts of the prepared statements by name: those that Postgres has, and those that it was sent. */
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: Statement): void
  bind(call: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(what: { readonly type: 'P' }): void
  execute(portal: Record<never, never>): void
  sync(): void
}

interface DriverResult {
  readonly rows: unknown[]
  readonly _types: unknown
}

/** The driver's query, which reads the answer of one statement. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
) => {
  _result: DriverResult
  callback: ((error: unknown) => void) | undefined
  handleCommandComplete(message: unknown, connection: DriverConnection): void
}
const EmptyResult = pg.Result as unknown as new (mode: undefined, types: unknown) => DriverResult

/** A group as one query of the driver, with one Sync after all statements. */
class GroupQuery extends DriverQuery {
  readonly #members: readonly Member[]
  /** The number of members that open the transaction of the others. */
  readonly #openers: number
  readonly #results: DriverResult[] = []
  #connection: DriverConnection | undefined

  constructor(members: readonly Member[], openers: number) {
    super('')
    this.#members = members
    this.#openers = openers
    // The driver notes what is prepared by the name and the text of the statement whose answer arrives.
    const current = () => this.#members[this.#results.length]?.statement
    Object.defineProperty(this, 'name', { get: () => current()?.name })
    Object.defineProperty(this, 'text', { get: () => current()?.text })
  }

  /** Sends the group. Rejects with the error of the statement that has failed, or of the connection. */
  ended(client: pg.Client): Promise<void> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve())
      const socket = socketOf(client)
      socket.cork()
      client.query(this as unknown as pg.Submittable)
      socket.uncork()
    })
  }

  readonly succeed = (): void => {
    for (const [index, { resolve }] of this.#members.entries()) resolve(this.#results[index]!.rows)
  }

  readonly fail = (error: unknown): void => {
    const done = this.#results.length
    for (const [index, { statement, resolve, reject }] of this.#members.entries()) {
      if (index < done) resolve(this.#results[index]!.rows)
      else {
        const isConsequence = index > done && done >= this.#openers && error instanceof pg.DatabaseError
        reject(isConsequence ? new NotRun() : error)
      }
      if (index > done) delete this.#connection?.submittedNamedStatements[statement.name]
    }
  }

  /** Called by the driver, as the other methods below. */
  submit(connection: DriverConnection): null {
    this.#connection = connection
    const { parsedStatements, submittedNamedStatements } = connection
    for (const { statement, values } of this.#members) {
      const { name, text } = statement
      if ((parsedStatements[name] ?? submittedNamedStatements[name]) !== text) {
        connection.parse(statement)
        if (name !== '') submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values })
      connection.describe({ type: 'P' })
      connection.execute({})
    }
    connection.sync()
    return null
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    super.handleCommandComplete(message, connection)
    this.#results.push(this._result)
    this._result = new EmptyResult(undefined, this._result._types)
  }
}

/** The values as the driver sends them. */
function prepared(values: readonly unknown[]): Pick<Member, 'values' | 'fault'> {
  try {
    return { values: withIntegerLists(values).map((value) => prepareValue(value)) }
  } catch (fault) {
    return { values: [], fault }
  }
}

/** Why a statement has not run: another one of its group has failed. */
class NotRun extends Error {
  /** SQLSTATE in_failed_sql_transaction. */
  readonly code = '25P02'

  constructor() {
    super('another statement of the transaction has failed')
  }
}
