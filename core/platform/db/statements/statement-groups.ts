/// <reference path="../servers/pg-utils.d.ts" />
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { countPostgres } from '../../log/round-trips.ts'
import { isTracing, spanBelow } from '../../log/spans.ts'
import { answered, writeTogether } from '../servers/ask.ts'
import { cut } from '../servers/connection.ts'
import { CommitUnknown, isAnswer, isRefusal } from '../servers/failures.ts'
import { GroupQuery, type Member, NotRun } from './group-query.ts'
import type { Sql, Statement } from './statement.ts'

/**
 * Runs statements on one connection in their order. Those that begin in one turn of the event loop are a
 * group: Postgres gets them together and answers them together, which costs both sides one read and one
 * write. So a transaction locks the log for few round trips. One statement at a time costs all processes 1.1
 * times as much for marks. When one fails, those after it in its group do not run and fail with SQLSTATE
 * 25P02 (`isConsequence`), even COMMIT and ROLLBACK. When a value cannot be sent, none of its group runs.
 *
 * `opening` are statements without values that run before all others, in the round trip of the first group,
 * such as BEGIN. When one of them fails, the first group fails with its error, and the connection is closed.
 * `answerMs`: milliseconds that a group may take, instead of the limit of the connection.
 */
export class StatementGroups implements Sql {
  readonly #client: pg.Client
  readonly #answerMs: number | undefined
  #opening: readonly Statement[]
  #members: Member[] = []

  constructor(client: pg.Client, opening: readonly Statement[] = [], answerMs?: number) {
    this.#client = client
    this.#answerMs = answerMs
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
    const query = new GroupQuery(this.#client, [...opening, ...asked], opening.length, this.#answerMs)
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

/** The values as the driver sends them. */
function prepared(values: readonly unknown[]): Pick<Member, 'values' | 'fault'> {
  try {
    return { values: values.map((value) => prepareValue(value)) }
  } catch (fault) {
    return { values: [], fault }
  }
}
