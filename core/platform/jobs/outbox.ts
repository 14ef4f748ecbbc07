import type { Database } from '../db/database.ts'
import type { Columns, NotNull } from '../db/statements/row.ts'
import { type Sql, statement } from '../db/statements/statement.ts'
import type { JobOutbox } from './entity.ts'

/** A job that a transaction has written. `id` identifies the job in its queue. */
export type OutboxJob = Columns<typeof JobOutbox, 'id' | 'queue' | 'name' | 'data'>

/** Hands jobs to the queues. Must be idempotent by `id`: the same job may be handed over twice. */
export interface JobSink {
  handOver(jobs: readonly OutboxJob[]): Promise<void>
}

/** The queues to which sweeps hand over jobs. */
export interface JobQueues extends JobSink {
  /** Removes from the queues the jobs that failed permanently long ago. */
  forgetFailed(jobs: readonly OutboxJob[]): Promise<void>
}

/** A job that has not finished after this time is handed over again: Redis may have lost it. */
const HAND_OVER_AGAIN_SECONDS = 60

/** The memory that one sweep may use. */
const SWEEP_BYTES = 16 * 1024 * 1024

const DUE = statement(
  'jobs.due',
  `SELECT id, queue, name, data FROM (
     SELECT id, queue, name, data,
       sum(octet_length(data::text)) OVER (ORDER BY due_at, id ROWS UNBOUNDED PRECEDING) AS bytes,
       row_number() OVER (ORDER BY due_at, id) AS place
     FROM (
       SELECT id, queue, name, data, due_at FROM job_outbox
       WHERE failed_at IS NULL AND due_at < clock_timestamp() - make_interval(secs => $1)
       ORDER BY due_at, id LIMIT 500 -- job_outbox_due
     ) AS due
   ) AS due WHERE bytes <= $2 OR place = 1 ORDER BY place`,
)
const POSTPONE = statement(
  'jobs.postpone',
  `UPDATE job_outbox SET due_at = clock_timestamp() + make_interval(secs => $2) WHERE id = ANY($1::bigint[])`,
)
const NEXT_DUE = statement(
  'jobs.next-due',
  `SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM job_outbox
   WHERE failed_at IS NULL ORDER BY due_at LIMIT 1`, // job_outbox_due
)
const FINISH = statement('jobs.finish', 'DELETE FROM job_outbox WHERE id = ANY($1::bigint[])')
const TAKE = statement('jobs.take', 'DELETE FROM job_outbox WHERE id = $1 RETURNING id') // job_outbox_pkey
const REWRITE = statement('jobs.rewrite', 'UPDATE job_outbox SET data = $2 WHERE id = $1') // job_outbox_pkey

const MAX_REASON_LENGTH = 2_000

const FAIL = statement(
  'jobs.fail',
  'UPDATE job_outbox SET failed_at = clock_timestamp(), failure = $2 WHERE id = $1',
)
const COUNT_FAILED = statement(
  'jobs.count-failed',
  // job_outbox_failed
  `SELECT queue, count(*)::int AS count FROM job_outbox WHERE failed_at IS NOT NULL GROUP BY queue`,
)
const NEWEST_FAILED = statement(
  'jobs.newest-failed',
  `SELECT id, queue, name, failure, extract(epoch FROM failed_at)::float8 AS "failedAt",
     CASE WHEN data->>'realm' ~ '^[0-9]{1,9}$' THEN (data->>'realm')::int END AS realm FROM job_outbox
   WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT $1`, // job_outbox_failed
)
const REVIVE = statement(
  'jobs.revive',
  `UPDATE job_outbox SET failed_at = NULL, failure = NULL, due_at = clock_timestamp() - interval '1 minute'
   WHERE id = $1 AND failed_at IS NOT NULL RETURNING id`,
)
const FORGET_FAILED = statement(
  'jobs.forget-failed',
  `DELETE FROM job_outbox WHERE id IN (
     SELECT id FROM job_outbox WHERE failed_at < clock_timestamp() - make_interval(days => $1) LIMIT 10000
   ) RETURNING id`, // job_outbox_failed
)

/** Hands jobs over to their queues. When the process dies before, the sweep hands them over. */
export async function deliverJobs(db: Database, sink: JobSink, jobs: readonly OutboxJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sink.handOver(jobs)
  await db.run(POSTPONE, [jobs.map((job) => job.id), HAND_OVER_AGAIN_SECONDS])
}

/**
 * Hands over jobs that have been due for longer than `seconds`: a process died, or Redis lost them, or they
 * failed permanently and their rows could not say so, because Postgres was away or the worker died. These
 * begin anew. Returns how many.
 */
export async function sweepOutbox(db: Database, sink: JobQueues, seconds = 1): Promise<number> {
  const jobs = await db.run<OutboxJob>(DUE, [seconds, SWEEP_BYTES])
  await sink.forgetFailed(jobs)
  await deliverJobs(db, sink, jobs)
  return jobs.length
}

/**
 * Returns the seconds until the next job of the outbox is due, negative for one that is; undefined for an
 * empty outbox.
 */
export async function secondsToNextJob(db: Database): Promise<number | undefined> {
  return (await db.run<{ seconds: number }>(NEXT_DUE))[0]?.seconds
}

/** Deletes the rows of finished jobs. */
export async function finishJobs(db: Database, ids: readonly number[]): Promise<void> {
  await db.run(FINISH, [ids])
}

/**
 * Deletes the row of a job in the transaction of its effect, so that the effect happens once, however often
 * the job runs. Returns false when the effect has happened. Another run of the job waits here. Always true
 * for a job without a row.
 */
export async function takeJob(tx: Sql, id: number | undefined): Promise<boolean> {
  return id === undefined || (await tx.run(TAKE, [id])).length > 0
}

/**
 * Replaces the data of a job that fails permanently by the remaining work, for when an operator retries the
 * job.
 */
export async function rewriteJob(tx: Sql, id: number, data: unknown): Promise<void> {
  await tx.run(REWRITE, [id, JSON.stringify(data)])
}

/** Marks a job as failed permanently, with the reason. It is not retried unless an operator asks for it. */
export async function failJob(db: Database, id: number, reason: string): Promise<void> {
  const text = reason.replaceAll('\0', '').slice(0, MAX_REASON_LENGTH)
  await db.run(FAIL, [id, text])
}

/** A job that has failed permanently. */
export type FailedJob = Columns<typeof JobOutbox, 'id' | 'queue' | 'name'> &
  NotNull<Columns<typeof JobOutbox, 'failure'>> & {
    /** Unix seconds. */
    readonly failedAt: number
    /** The id of its organization; null without one. */
    readonly realm: number | null
  }

/** How many jobs of a queue have failed permanently. */
export type FailedJobCount = Columns<typeof JobOutbox, 'queue'> & { readonly count: number }

/** Returns how many jobs of each queue have failed permanently, and the newest of them. */
export async function failedJobs(
  db: Database,
  limit: number,
): Promise<{ counts: FailedJobCount[]; newest: FailedJob[] }> {
  const [counts, newest] = await Promise.all([
    db.run<FailedJobCount>(COUNT_FAILED),
    db.run<FailedJob>(NEWEST_FAILED, [limit]),
  ])
  return { counts, newest }
}

/**
 * Lets the next sweep hand over a job that has failed permanently. Returns false when there is no such job.
 */
export async function reviveJob(db: Database, id: number): Promise<boolean> {
  return (await db.run(REVIVE, [id])).length > 0
}

/** Deletes jobs that failed longer ago than `days`. Returns how many. */
export async function forgetFailedJobs(db: Database, days: number): Promise<number> {
  return (await db.run(FORGET_FAILED, [days])).length
}
