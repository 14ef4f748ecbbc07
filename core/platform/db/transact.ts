import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { type Audience, encodeAudience } from '../events/audience.ts'
import type { EventBody } from '../events/event.ts'
import { type Head, isStateChange, type LogEntry } from '../events/log.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { JobDeclaration } from '../jobs/declare-job.ts'
import type { JobOutbox } from '../jobs/entity.ts'
import type { OutboxJob } from '../jobs/outbox.ts'
import { countPostgres } from '../round-trips.ts'
import { allOf } from './all-of.ts'
import { ask, boundTo, type Database } from './database.ts'
import { CommitUnknown, isAnswer, isRefusal, mayRunAgain, TooSlow } from './failures.ts'
import { SLOW_ANSWER_MS } from './organization-shares.ts'
import type { Columns } from './row.ts'
import { type Sql, type Statement, statement } from './statement.ts'
import { MAX_IDLE_NON_BLOCKING_MS, MAX_RUNS, MAX_SLOW_LOCK_MS } from './time-limits.ts'

/** One transaction on one realm. Every change to a realm is made in one. */
export interface Tx extends Sql {
  readonly realm: RealmId
  /** The entity manager on the same connection, flushed before the events are written. It is created at its first use. */
  readonly em: EntityManager
  /** Adds an event to the realm's log, which commits with the change or not at all. */
  emit(event: EventBody, audience: Audience): void
  /**
   * Adds a job to the outbox. After COMMIT it is submitted to its queue at least once; the queue uses the id of its row
   * to run it once. With `at`, in Unix seconds, the job stays in the outbox until then.
   */
  enqueue<Data>(job: JobDeclaration<Data>, data: Data, options?: { readonly at?: number }): void
  /**
   * Notifies workers after COMMIT that the transaction has written something that comes due later. `enqueue`
   * does it itself.
   */
  announceLater(): void
  /**
   * Locks the realm's head row until COMMIT and returns the head. Without this call, writing the events locks the row at
   * the end. A transaction calls it first when it writes anything in the order of the log, such as message ids and
   * subscription spans. Only the first call runs a query.
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

/** Most characters of a job's data as JSON. Queues keep the data in memory, and a sweep that of many jobs. */
const MAX_JOB_LENGTH = 1_000_000

const LOCK_HEAD = statement(
  'events.lock-head',
  'SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = $1 FOR UPDATE',
)

const PING = statement('transaction.ping', 'SELECT 1')

const WRITE_EVENTS = statement(
  'events.write',
  `WITH head AS (
     UPDATE event_head SET seq = seq + cardinality($2::text[]),
       state_seq = CASE WHEN $4::int > 0 THEN seq + $4::int ELSE state_seq END
     WHERE realm_id = $1
     RETURNING seq - cardinality($2::text[]) AS before
   ), written AS (
     INSERT INTO event_log (realm_id, seq, payload, audience)
     SELECT $1, head.before + event.n, event.payload, event.audience
     FROM head, unnest($2::text[], $3::text[]) WITH ORDINALITY AS event (payload, audience, n)
   )
   SELECT before FROM head`,
)

const WRITE_JOBS = statement(
  'jobs.write',
  `INSERT INTO job_outbox (queue, name, data, due_at)
   SELECT queue, name, data, coalesce(to_timestamp(at), clock_timestamp())
   FROM unnest($1::text[], $2::text[], $3::json[], $4::float8[]) AS job (queue, name, data, at) RETURNING id`,
)

export interface TransactionOptions {
  /** Allows the transaction to be idle for long between statements, because it holds no lock that others wait for. */
  readonly canIdle?: boolean
}

/**
 * Runs `work` in one transaction and commits its changes, events and jobs together or not at all, even when a process
 * dies (design invariant 1). When `work` throws, the transaction is rolled back and this rejects with the error of `work`.
 * Rejects with `CommitUnknown` when the outcome of COMMIT is unknown.
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
  const run = () => withRetries(async () => runAndCommit(db, await begin(db, options), realm, work))
  return options.canIdle ? run() : db.shares.inTurn(realm, run)
}

/**
 * As `commit`, but locks the realm's log at the beginning, in the same round trip as BEGIN. The statements that `read` starts at
 * once run in that round trip too, with the log locked; `work` gets what `read` returns.
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

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_RUNS || !mayRunAgain(error)) throw error
    }
  }
}

async function runAndCommit<T>(
  db: Database,
  transaction: OpenTransaction,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
): Promise<Committed<T>> {
  let { head, lockedAt } = transaction
  // Of the latest two answers: a slow statement is not a slow network.
  let answersMs: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const answered = (since: number) => {
    answersMs = [answersMs[1], performance.now() - since]
  }
  const connection = boundTo(transaction.client)
  /** The next transaction may have the log before this one gets the answer to its end. */
  const suspectNetwork = () => {
    const answerMs = Math.min(...answersMs)
    if (lockedAt === undefined || answerMs <= SLOW_ANSWER_MS || answerMs === Number.POSITIVE_INFINITY) return
    db.shares.noteLock(realm, performance.now() - lockedAt, answerMs)
  }
  try {
    const sql: Sql = {
      run: async <Row>(query: Statement, values?: readonly unknown[]) => {
        if (isTooSlow(lockedAt, Math.min(...answersMs))) {
          const asked = performance.now()
          await connection.run(PING)
          answered(asked)
          if (isTooSlow(lockedAt, Math.min(...answersMs))) throw new TooSlow()
        }
        const since = performance.now()
        const rows = await connection.run<Row>(query, values)
        answered(since)
        return rows
      },
    }
    const events: WrittenEvent[] = []
    const jobs: WrittenJob[] = []
    let hasLater = false
    let entities: EntityManager | undefined
    const result = await work({
      realm,
      get em() {
        entities ??= db.entitiesOn(transaction.client)
        return entities
      },
      run: <Row>(query: Statement, values?: readonly unknown[]) => sql.run<Row>(query, values),
      emit: (event, audience) => {
        events.push({ payload: JSON.stringify(event), audience: encodeAudience(audience) })
      },
      enqueue: ({ queue, name }, data, { at } = {}) => {
        const text = JSON.stringify(data)
        if (text.length > MAX_JOB_LENGTH) throw new Error(`the data of job ${name} is too large`)
        jobs.push({ queue, name, data: text, at: at ?? null })
      },
      announceLater: () => {
        hasLater = true
      },
      lockLog: async () => {
        head ??= headOf(await connection.run<Head>(LOCK_HEAD, [realm]), realm)
        lockedAt ??= performance.now()
        return head
      },
    })
    await entities?.flush()
    // The events are last, because writing them locks the head row until COMMIT. So the order of seq is commit order.
    const write = () => [writeJobs(connection, jobs), writeEvents(connection, realm, events)] as const
    suspectNetwork()
    const since = performance.now()
    const [dueJobs, entries] =
      head === undefined && events.length > 0
        ? await allOf(write()).then((written) => commitAlone(transaction, written))
        : await commitWith(transaction, write())
    answered(since)
    if (lockedAt !== undefined)
      await noteLock(db, realm, performance.now() - lockedAt, Math.min(...answersMs))
    return { result, entries, jobs: dueJobs, hasLater: hasLater || dueJobs.length < jobs.length }
  } catch (error) {
    suspectNetwork()
    await transaction.rollback().catch(() => undefined)
    throw error
  }
}

/** Notes how long a transaction has locked the log. When its answers were late, asks whether that is the network's fault. */
async function noteLock(db: Database, realm: RealmId, lockedMs: number, answerMs: number): Promise<void> {
  if (answerMs === Number.POSITIVE_INFINITY) return
  db.shares.noteLock(realm, lockedMs, answerMs)
  if (answerMs <= SLOW_ANSWER_MS) return
  const client = await db.acquire().catch(() => undefined)
  if (client === undefined) return
  try {
    const since = performance.now()
    await ask(client, PING.text)
    db.shares.noteLock(realm, lockedMs, performance.now() - since)
  } catch {
    // The network is worse than slow.
  } finally {
    await db.release(client)
  }
}

/** Whether a transaction has held up others for long because of its network. */
const isTooSlow = (lockedAt: number | undefined, quickestAnswerMs: number): boolean =>
  lockedAt !== undefined &&
  quickestAnswerMs > SLOW_ANSWER_MS &&
  quickestAnswerMs < Number.POSITIVE_INFINITY &&
  performance.now() - lockedAt > MAX_SLOW_LOCK_MS

async function commitAlone<T>(transaction: OpenTransaction, written: T): Promise<T> {
  await transaction.commit().catch((error) => {
    throw isRefusal(error) ? error : new CommitUnknown(error)
  })
  return written
}

/**
 * Sends COMMIT in the same round trip as the last writes. Postgres rolls back when a write fails. The caller has locked
 * the log, so that the events have a head row to be written under.
 */
async function commitWith<A, B>(
  transaction: OpenTransaction,
  writes: readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const [first, second, end] = await Promise.allSettled([...writes, commitAlone(transaction, undefined)])
  for (const write of [first, second]) {
    if (write.status === 'fulfilled') continue
    // Without an answer to the write, nobody knows whether Postgres received COMMIT.
    throw isAnswer(write.reason) || isRefusal(write.reason) ? write.reason : new CommitUnknown(write.reason)
  }
  if (end.status === 'rejected') throw end.reason
  return [(first as PromiseFulfilledResult<A>).value, (second as PromiseFulfilledResult<B>).value]
}

/** A transaction that has begun. `commit` and `rollback` release its connection. */
interface OpenTransaction {
  readonly client: pg.Client
  /** Present when the transaction has locked the log. */
  readonly head?: Head
  /** When it did, as `performance.now()`. */
  readonly lockedAt?: number
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
}

async function begin(db: Database, { canIdle }: TransactionOptions): Promise<OpenTransaction> {
  const idle = canIdle ? ` SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_NON_BLOCKING_MS};` : ''
  return (await beginWith(db, `BEGIN;${idle}`, async () => undefined)).transaction
}

async function beginLocked<Found>(
  db: Database,
  realm: RealmId,
  read: (sql: Sql) => Promise<Found>,
): Promise<{ transaction: OpenTransaction; found: Found }> {
  const { transaction, results, found } = await beginWith(
    db,
    `BEGIN; SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = ${Number(realm)} FOR UPDATE`,
    read,
  )
  try {
    const head = headOf((results.at(-1) as pg.QueryResult<Head>).rows, realm)
    return { transaction: { ...transaction, head, lockedAt: performance.now() }, found }
  } catch (error) {
    await transaction.rollback().catch(() => undefined)
    throw error
  }
}

/** Runs the statements that begin a transaction, and those that `read` starts at once, in one round trip. */
async function beginWith<Found>(
  db: Database,
  statements: string,
  read: (sql: Sql) => Promise<Found>,
): Promise<{ transaction: OpenTransaction; results: readonly pg.QueryResult[]; found: Found }> {
  const client = await db.acquire()
  let isOpen = true
  const end = async (command: 'COMMIT' | 'ROLLBACK') => {
    if (!isOpen) return
    isOpen = false
    try {
      await ask(client, command)
    } finally {
      await db.release(client)
    }
  }
  try {
    countPostgres(1)
    const [begun, found] = await allOf([ask(client, statements), read(boundTo(client))])
    const results = [begun].flat()
    const transaction = { client, commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') }
    return { transaction, results, found }
  } catch (error) {
    await end('ROLLBACK').catch(() => undefined)
    throw error
  }
}

function headOf(rows: readonly Head[], realm: RealmId): Head {
  const [head] = rows
  if (head === undefined) throw new Error(`realm ${realm} has no event head`)
  return head
}

/** An event without its position. */
type WrittenEvent = Omit<LogEntry, 'seq'>

async function writeEvents(sql: Sql, realm: RealmId, events: readonly WrittenEvent[]): Promise<LogEntry[]> {
  if (events.length === 0) return []
  const [head] = await sql.run<{ readonly before: number }>(WRITE_EVENTS, [
    realm,
    events.map((event) => event.payload),
    events.map((event) => event.audience),
    events.findLastIndex(isStateChange) + 1,
  ])
  if (head === undefined) throw new Error(`realm ${realm} has no event head`)
  return events.map((event, index) => ({ ...event, seq: (head.before + index + 1) as Seq }))
}

interface WrittenJob {
  readonly queue: string
  readonly name: string
  readonly data: string
  readonly at: number | null
}

/** Writes jobs to the outbox. Returns those without a time, which are due at once. */
async function writeJobs(sql: Sql, jobs: readonly WrittenJob[]): Promise<OutboxJob[]> {
  if (jobs.length === 0) return []
  const rows = await sql.run<Columns<typeof JobOutbox, 'id'>>(WRITE_JOBS, [
    jobs.map((job) => job.queue),
    jobs.map((job) => job.name),
    jobs.map((job) => job.data),
    jobs.map((job) => job.at),
  ])
  return jobs.flatMap(({ queue, name, data, at }, index) =>
    at === null ? [{ id: rows[index]!.id, queue, name, data: JSON.parse(data) }] : [],
  )
}
