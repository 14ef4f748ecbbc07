import type { EntityManager } from '@mikro-orm/postgresql'
import type { Database } from '../db/database.ts'
import { allOf } from '../db/servers/all-of.ts'
import { isConsequence } from '../db/servers/failures.ts'
import { withRetries } from '../db/servers/run-again.ts'
import { MAX_IDLE_NON_BLOCKING_MS, MAX_LONG_MS } from '../db/servers/time-limits.ts'
import { copyRows } from '../db/statements/copy.ts'
import { type Sql, type Statement, statement } from '../db/statements/statement.ts'
import type { Audience } from '../events/audience.ts'
import type { EventBody } from '../events/event.ts'
import type { Head, LogEntry } from '../events/log.ts'
import type { RealmId } from '../ids.ts'
import type { JobDeclaration } from '../jobs/declare-job.ts'
import type { OutboxJob } from '../jobs/outbox.ts'
import { LogLock } from './log-lock.ts'
import {
  BEGIN,
  begin,
  beginLocked,
  commitAlone,
  commitWith,
  headOf,
  LOCK_HEAD,
  type OpenTransaction,
} from './open-transaction.ts'
import {
  type WrittenEvent,
  type WrittenJob,
  writeEvents,
  writeJobs,
  writtenEvent,
  writtenJob,
} from './written-rows.ts'

/** One transaction on one realm. Every change to a realm is made in one. */
export interface Tx extends Sql {
  readonly realm: RealmId
  /** The events that were emitted until now. */
  readonly events: readonly WrittenEvent[]
  /**
   * The entity manager on the same connection, flushed before the events are written. It is created at its
   * first use.
   */
  readonly em: EntityManager
  /** Adds an event to the realm's log, which commits with the change or not at all. */
  emit(event: EventBody, audience: Audience): void
  /**
   * Runs a statement whose rows nobody needs. It shares the round trip of the next statement or of COMMIT.
   * When it fails, the transaction is rolled back with its error.
   */
  write(statement: Statement, values: readonly unknown[]): void
  /**
   * Runs `COPY … FROM STDIN` with rows in its text format (`copyRows`). Wait for it before the next call. It
   * takes a third of the time that INSERT takes to read its rows from JSON.
   */
  copy(copy: string, rows: Uint8Array): Promise<void>
  /**
   * Adds a job to the outbox. After COMMIT it is submitted to its queue at least once; the queue uses the id
   * of its row to run it once. With `at`, in Unix seconds, the job stays in the outbox until then.
   */
  enqueue<Data>(job: JobDeclaration<Data>, data: Data, options?: { readonly at?: number }): void
  /**
   * Notifies workers after COMMIT that the transaction has written something that comes due later. `enqueue`
   * does it itself.
   */
  announceLater(): void
  /**
   * Locks the realm's head row until COMMIT and returns the head. Without this call, writing the events locks
   * the row at the end. A transaction calls it first when it writes anything in the order of the log, such as
   * message ids and subscription spans. Only the first call runs a query.
   */
  lockLog(): Promise<Head>
}

/** The result of a committed transaction, with the events and jobs that the caller submits next. */
export interface Committed<T> {
  readonly result: T
  readonly entries: readonly LogEntry[]
  readonly jobs: readonly OutboxJob[]
  /** Whether workers must be notified that something comes due later. */
  readonly hasLater: boolean
}

const ALLOW_IDLE = statement(
  'transaction.allow-idle',
  `SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_NON_BLOCKING_MS}`,
)
const ALLOW_LONG = statement('transaction.allow-long', 'SET LOCAL statement_timeout = 0')

export interface TransactionOptions {
  /**
   * Lets statements run for up to a day, and the transaction be idle for minutes between them, because it
   * holds no lock that others wait for.
   */
  readonly isLong?: boolean
}

/**
 * Runs `work` in one transaction and commits its changes, events and jobs together or not at all, even when a
 * process dies (design invariant 1). When `work` throws, the transaction is rolled back and this rejects with
 * the error of `work`. Rejects with `CommitUnknown` when the outcome of COMMIT is unknown.
 *
 * When Postgres aborts the transaction because this process was frozen or because of a conflict with another
 * transaction, `work` runs again in a new one. So its effects outside of the transaction must be repeatable.
 */
export async function commit<T>(
  db: Database,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<Committed<T>> {
  if (options.isLong) {
    const opening = [BEGIN, ALLOW_IDLE, ALLOW_LONG]
    return withRetries(async () => runAndCommit(db, await begin(db, opening, MAX_LONG_MS), realm, work))
  }
  return db.shares.inTurn(realm, () =>
    withRetries(async () => runAndCommit(db, await begin(db, [BEGIN]), realm, work)),
  )
}

/**
 * As `commit`, but locks the realm's log at the beginning, in the same round trip as BEGIN. The statements
 * that `read` starts at once run in that round trip too, with the log locked; `work` gets the result of
 * `read`.
 */
export async function commitLocked<T, Found = undefined>(
  db: Database,
  realm: RealmId,
  work: (tx: Tx, found: Found) => Promise<T>,
  read: (sql: Sql) => Promise<Found> = async () => undefined as Found,
): Promise<Committed<T>> {
  const run = async (): Promise<Committed<T>> => {
    const { transaction, found } = await beginLocked(db, realm, read)
    if (!db.shares.isResting(realm)) return runAndCommit(db, transaction, realm, (tx) => work(tx, found))
    // The transaction before has found that the network is slow.
    await transaction.rollback()
    await db.shares.rest(realm)
    return run()
  }
  return db.shares.inTurn(realm, () => withRetries(run))
}

async function runAndCommit<T>(
  db: Database,
  transaction: OpenTransaction,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
): Promise<Committed<T>> {
  const lock = new LogLock(db, realm, transaction.lockedAt)
  const running = new RunningTransaction(db, transaction, realm, lock)
  const { writes } = running
  try {
    const { sql } = transaction
    const result = await work(running)
    const { events, jobs, entities } = running
    if (entities !== undefined) {
      sql.send()
      await entities.flush()
    }
    // The events are last, because writing them locks the head row until COMMIT. So the order of seq is
    // commit order.
    const write = () => [writeJobs(sql, jobs), writeEvents(sql, realm, events), ...writes] as const
    lock.warn()
    // With BEGIN in the round trip of COMMIT, the outcome on a dead connection would be unknown.
    const commitsAlone = (running.head === undefined && events.length > 0) || !sql.isOpen
    const [dueJobs, entries] = await lock.timed(
      commitsAlone
        ? allOf(write()).then((written) => commitAlone(transaction, written))
        : commitWith(transaction, write()),
    )
    await lock.end()
    return { result, entries, jobs: dueJobs, hasLater: running.hasLater || dueJobs.length < jobs.length }
  } catch (error) {
    lock.warn()
    await transaction.rollback().catch(() => undefined)
    throw isConsequence(error) ? await causeAmong(writes, error) : error
  }
}

/**
 * A transaction while its work runs, with the rows that it writes before COMMIT. A class, because V8 keeps
 * the objects behind the getter of an object literal until a full collection.
 */
class RunningTransaction implements Tx {
  readonly realm: RealmId
  readonly writes: Promise<unknown>[] = []
  readonly events: WrittenEvent[] = []
  readonly jobs: WrittenJob[] = []
  hasLater = false
  head: Head | undefined
  entities: EntityManager | undefined
  readonly #db: Database
  readonly #transaction: OpenTransaction
  readonly #lock: LogLock

  constructor(db: Database, transaction: OpenTransaction, realm: RealmId, lock: LogLock) {
    this.#db = db
    this.#transaction = transaction
    this.realm = realm
    this.head = transaction.head
    this.#lock = lock
  }

  get em(): EntityManager {
    this.#transaction.sql.send() // The EntityManager runs its statements after those.
    this.entities ??= this.#db.entitiesOn(this.#transaction.client)
    return this.entities
  }

  async run<Row>(query: Statement, values?: readonly unknown[]): Promise<Row[]> {
    const { sql } = this.#transaction
    if (this.#lock.isTooSlow) await this.#lock.check(sql)
    return this.#lock.timed(sql.run<Row>(query, values))
  }

  write(query: Statement, values: readonly unknown[]): void {
    const written = this.#transaction.sql.run(query, values)
    written.catch(() => undefined) // COMMIT fails with it
    this.writes.push(written)
  }

  async copy(copy: string, rows: Uint8Array): Promise<void> {
    this.#transaction.sql.send() // BEGIN comes before it.
    const { client, answerMs } = this.#transaction
    await copyRows(client, copy, rows, answerMs)
  }

  emit(event: EventBody, audience: Audience): void {
    this.events.push(writtenEvent(event, audience))
  }

  enqueue<Data>(job: JobDeclaration<Data>, data: Data, options: { readonly at?: number } = {}): void {
    this.jobs.push(writtenJob(job, data, options))
  }

  announceLater(): void {
    this.hasLater = true
  }

  async lockLog(): Promise<Head> {
    this.head ??= headOf(await this.#transaction.sql.run<Head>(LOCK_HEAD, [this.realm]), this.realm)
    this.#lock.begin()
    return this.head
  }
}

/** The error of the write that has failed, of which `consequence` is a consequence. */
async function causeAmong(writes: readonly Promise<unknown>[], consequence: unknown): Promise<unknown> {
  return allOf(writes).then(
    () => consequence,
    (cause) => cause,
  )
}
