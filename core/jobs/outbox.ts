import type { Database } from '../db/database.ts'
import { type Sql, statement } from '../db/statement.ts'

/** A job written in the transaction that asked for it; `id` is its identity in the queue. */
export interface OutboxJob {
  readonly id: number
  readonly queue: string
  readonly name: string
  readonly data: unknown
}

/** Hands jobs to the queues. Must be idempotent by `id`: the same job may be handed over twice. */
export interface JobSink {
  handOver(jobs: readonly OutboxJob[]): Promise<void>
}

/** A job that is not done after this time is handed over again: its queue may have been lost with Redis. */
const HAND_OVER_AGAIN_SECONDS = 60

const DUE = statement(
  'jobs.due',
  `SELECT id, queue, name, data FROM job_outbox
   WHERE due_at < clock_timestamp() - make_interval(secs => $1) ORDER BY due_at LIMIT 500`, // job_outbox_due
)
const POSTPONE = statement(
  'jobs.postpone',
  `UPDATE job_outbox SET due_at = clock_timestamp() + make_interval(secs => $2) WHERE id = ANY($1::bigint[])`,
)
const FINISH = statement('jobs.finish', 'DELETE FROM job_outbox WHERE id = ANY($1::bigint[])')
const TAKE = statement('jobs.take', 'DELETE FROM job_outbox WHERE id = $1 RETURNING id') // job_outbox_pkey

/** Hands jobs over. A process that dies before leaves them to the sweep. */
export async function deliverJobs(db: Database, sink: JobSink, jobs: readonly OutboxJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sink.handOver(jobs)
  await db.run(POSTPONE, [jobs.map((job) => job.id), HAND_OVER_AGAIN_SECONDS])
}

/** Hands over what has been due for longer than `seconds`: left by a dead process, or lost with Redis. */
export async function sweepOutbox(db: Database, sink: JobSink, seconds = 1): Promise<number> {
  const jobs = await db.run<OutboxJob>(DUE, [seconds])
  await deliverJobs(db, sink, jobs)
  return jobs.length
}

/** Forgets jobs that are done, or that have failed for good: the row of a job lives as long as the job. */
export async function finishJobs(db: Database, ids: readonly number[]): Promise<void> {
  await db.run(FINISH, [ids])
}

/**
 * Ends a job in the transaction of its effect, so that the effect happens once, however often the job runs; false when
 * it has happened. Who else runs the job waits here. A job without a row, which was scheduled, always goes on.
 */
export async function takeJob(tx: Sql, id: number | undefined): Promise<boolean> {
  return id === undefined || (await tx.run(TAKE, [id])).length > 0
}
