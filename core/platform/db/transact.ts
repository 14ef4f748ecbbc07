import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { type Audience, encodeAudience } from '../events/audience.ts'
import type { EventBody } from '../events/event.ts'
import { type Head, isStateChange, type LogEntry } from '../events/log.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { JobDeclaration } from '../jobs/declare-job.ts'
import type { OutboxJob } from '../jobs/outbox.ts'
import { countPostgres } from '../round-trips.ts'
import { ask, boundTo, type Database } from './database.ts'
import { CommitUnknown, isRefusal, mayRunAgain } from './failures.ts'
import { type Sql, type Statement, statement } from './statement.ts'
import { MAX_IDLE_APART_MS, MAX_RUNS } from './time-limits.ts'

/** One transaction on one realm: the only way to write. */
export interface Tx extends Sql {
  readonly realm: RealmId
  /** Entities on the same connection, flushed before the events are written. A transaction that does not use them pays nothing. */
  readonly em: EntityManager
  /** Adds an event to the realm's log, committed with the change or not at all. */
  emit(event: EventBody, audience: Audience): void
  /**
   * Adds a job, which is handed to its queue after COMMIT, at least once; the id of its row makes the queue run it once.
   * With `at`, in Unix seconds, it stays in the outbox until then.
   */
  enqueue<Data>(job: JobDeclaration<Data>, data: Data, options?: { readonly at?: number }): void
  /**
   * Takes the realm's head now instead of at the end. What is ordered against the log itself (message ids,
   * subscription spans) asks for it first, so that its order is the order of the log. Until COMMIT nobody
   * else moves it. A query at the first call only.
   */
  lockLog(): Promise<Head>
}

/** What a committed transaction leaves to be done. */
export interface Committed<T> {
  readonly result: T
  readonly entries: readonly LogEntry[]
  readonly jobs: readonly OutboxJob[]
}

/** Of a job's data as JSON: it is held in memory by the queues, and with many others by a sweep. */
const MAX_JOB_LENGTH = 1_000_000

const HOLD_HEAD = statement(
  'events.hold-head',
  'SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = $1 FOR UPDATE',
)

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
  /** It holds no lock that others wait for, so it may take its time between two statements. */
  readonly isApart?: boolean
}

/**
 * Runs `work` in one transaction and commits it with its events and jobs: all of it or nothing, whatever
 * dies where (design invariant 1). Rejects with what `work` threw, rolled back, or with `CommitUnknown`.
 * `work` runs again, in another transaction, when Postgres has ended the former one because this process was
 * frozen or another transaction was in the way: what it does outside of its transaction must bear that.
 */
export async function commit<T>(
  db: Database,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<Committed<T>> {
  return again(async () => commitOn(db, await begin(db, options), realm, work))
}

export interface LockedOptions {
  /**
   * Postgres plans each statement once for a connection, not again for the values at hand: for work whose
   * statements have one good plan whatever they are given. It saves a fifth of the processor time of small batches.
   */
  readonly plansOnce?: boolean
}

/**
 * As `commit`, with the realm's log locked from the beginning. Both take one round trip.
 */
export async function commitLocked<T>(
  db: Database,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
  options: LockedOptions = {},
): Promise<Committed<T>> {
  return again(async () => commitOn(db, await beginLocked(db, realm, options), realm, work))
}

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (runs === MAX_RUNS || !mayRunAgain(error)) throw error
    }
  }
}

async function commitOn<T>(
  db: Database,
  begun: Begun,
  realm: RealmId,
  work: (tx: Tx) => Promise<T>,
): Promise<Committed<T>> {
  try {
    const sql = boundTo(begun.client)
    const events: { payload: string; audience: string }[] = []
    const jobs: WrittenJob[] = []
    let head = begun.head
    let entities: EntityManager | undefined
    const result = await work({
      realm,
      get em() {
        entities ??= db.entitiesOn(begun.client)
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
      lockLog: async () => {
        head ??= headOf(await sql.run<Head>(HOLD_HEAD, [realm]), realm)
        return head
      },
    })
    await entities?.flush()
    const written = await writeJobs(sql, jobs)
    // Last, because it locks the head row until COMMIT: seq order is commit order.
    const entries = await writeEvents(sql, realm, events)
    await begun.commit().catch((error) => {
      throw isRefusal(error) ? error : new CommitUnknown(error)
    })
    return { result, entries, jobs: written }
  } catch (error) {
    await begun.rollback().catch(() => undefined)
    throw error
  }
}

/** A transaction that has begun. `commit` and `rollback` give its connection back. */
interface Begun {
  readonly client: pg.Client
  /** When the log is locked already. */
  readonly head?: Head
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
}

async function begin(db: Database, { isApart }: TransactionOptions): Promise<Begun> {
  const idle = isApart ? ` SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_APART_MS};` : ''
  return (await beginBy(db, `BEGIN;${idle}`)).begun
}

async function beginLocked(db: Database, realm: RealmId, { plansOnce }: LockedOptions): Promise<Begun> {
  const plans = plansOnce ? ' SET LOCAL plan_cache_mode = force_generic_plan;' : ''
  const { begun, results } = await beginBy(
    db,
    `BEGIN;${plans} SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = ${Number(realm)} FOR UPDATE`,
  )
  try {
    return { ...begun, head: headOf((results.at(-1) as pg.QueryResult<Head>).rows, realm) }
  } catch (error) {
    await begun.rollback().catch(() => undefined)
    throw error
  }
}

/** Runs the statements that begin a transaction in one round trip. */
async function beginBy(
  db: Database,
  statements: string,
): Promise<{ begun: Begun; results: readonly pg.QueryResult[] }> {
  const client = await db.acquire()
  let isOpen = true
  const end = async (word: 'COMMIT' | 'ROLLBACK') => {
    if (!isOpen) return
    isOpen = false
    try {
      await ask(client, word)
    } finally {
      await db.release(client)
    }
  }
  try {
    countPostgres(1)
    const results = [await ask(client, statements)].flat()
    return { begun: { client, commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') }, results }
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

async function writeEvents(
  sql: Sql,
  realm: RealmId,
  events: readonly { payload: string; audience: string }[],
): Promise<LogEntry[]> {
  if (events.length === 0) return []
  const [head] = await sql.run<{ before: number }>(WRITE_EVENTS, [
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

/** Returns those that are to be handed over at once. */
async function writeJobs(sql: Sql, jobs: readonly WrittenJob[]): Promise<OutboxJob[]> {
  if (jobs.length === 0) return []
  const rows = await sql.run<{ id: number }>(WRITE_JOBS, [
    jobs.map((job) => job.queue),
    jobs.map((job) => job.name),
    jobs.map((job) => job.data),
    jobs.map((job) => job.at),
  ])
  return jobs.flatMap(({ queue, name, data, at }, index) =>
    at === null ? [{ id: rows[index]!.id, queue, name, data: JSON.parse(data) }] : [],
  )
}
