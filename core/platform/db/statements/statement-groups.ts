/// <reference path="../servers/pg-utils.d.ts" />
import type { Writable } from 'node:stream'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { countPostgres } from '../../log/round-trips.ts'
import { isTracing, spanBelow } from '../../log/spans.ts'
import { answered, writeTogether } from '../servers/ask.ts'
import { cut } from '../servers/connection.ts'
import { CommitUnknown, isAnswer, isRefusal } from '../servers/failures.ts'
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
 * Runs statements on one connection in their order. Those that begin in one turn of the event loop are a
 * group: Postgres gets them together and answers them together, which costs both sides one read and one
 * write. When one fails, those after it in its group do not run and fail with SQLSTATE 25P02
 * (`isConsequence`), even COMMIT and ROLLBACK. When a value cannot be sent, none of its group runs.
 *
 * `opening` are statements without values that run before all others, in the round trip of the first group,
 * such as BEGIN. When one of them fails, the first group fails with its error, and the connection is closed.
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
    const query = new GroupQuery(this.#client, [...opening, ...asked], opening.length)
    const answer = answered(this.#client, query.ended())
    if (isTracing()) traceGroup(answer, asked)
    answer.then(query.succeed, query.fail)
  }

  /** Without it, later groups would run outside of the transaction. */
  #opener(statement: Statement): Member {
    const reject = (error: unknown) => cut(this.#client, error as Error)
    return { statement, values: [], resolve: () => undefined, reject }
  }
}

/** A statement with its values. */
export interface StatementRun {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/**
 * Runs one statement that is a round trip and a transaction of its own. Statements of the same tick are sent
 * in one piece.
 */
export async function runAlone<Row>(
  client: pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const [rows] = await together(client, [{ statement, values }], (error) => error)
  return rows as Row[]
}

/**
 * Runs statements that write, as one round trip and a transaction of their own, without BEGIN and COMMIT.
 * Each sees the commits that happened while earlier ones ran. Returns the rows of each. Rejects with
 * `CommitUnknown` when the outcome of the commit is unknown.
 */
export function commitTogether(client: pg.Client, runs: readonly StatementRun[]): Promise<unknown[][]> {
  return together(client, runs, (error, hasRun) =>
    isRefusal(error) || (isAnswer(error) && !hasRun) ? error : new CommitUnknown(error),
  )
}

/**
 * `failure` returns the caller's error for an error of Postgres. `hasRun`: the statements were answered, and
 * COMMIT has failed.
 */
async function together(
  client: pg.Client,
  runs: readonly StatementRun[],
  failure: (error: unknown, hasRun: boolean) => unknown,
): Promise<unknown[][]> {
  countPostgres(1)
  const answers = new Promise<unknown[][]>((resolve, reject) => {
    const results: unknown[][] = []
    const members = runs.map(
      ({ statement, values }): Member => ({
        ...{ statement, ...prepared(values), reject },
        resolve: (rows) => results.push(rows),
      }),
    )
    const refused = members.find(({ fault }) => fault !== undefined)
    if (refused !== undefined) return reject(refused.fault)
    writeTogether(client)
    const query = new GroupQuery(client, members, 0)
    const answer = answered(client, query.ended())
    if (isTracing()) traceGroup(answer, members)
    answer.then(
      () => {
        query.succeed()
        resolve(results)
      },
      (error) => {
        // Postgres commits after the answer of the last statement, so it may fail after that.
        reject(failure(error, query.hasRun))
        query.fail(error)
      },
    )
  })
  try {
    return await answers
  } catch (error) {
    // Without it, the stack leads to the socket and not to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** Adds the round trip of a group to the current trace, with the names of its statements. */
function traceGroup(answer: Promise<unknown>, members: readonly Member[]): void {
  const names = members.map(({ statement }) => statement.name || 'unnamed').join(' ')
  const span = spanBelow('postgres', () => ({ 'db.system.name': 'postgresql', 'db.operation.name': names }))
  if (span === undefined) return
  answer.then(
    () => span.end(),
    (error) => span.end(error),
  )
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
class GroupQuery extends DriverQuery {
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

  constructor(client: pg.Client, members: readonly Member[], openers: number) {
    super('')
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

/** The values as the driver sends them. */
function prepared(values: readonly unknown[]): Pick<Member, 'values' | 'fault'> {
  try {
    return { values: values.map((value) => prepareValue(value)) }
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
