import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'

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

const TAKE_STALE = statement(
  'jobs.stale',
  `SELECT id, queue, name, data FROM job_outbox
   WHERE created_at < clock_timestamp() - make_interval(secs => $1) ORDER BY id LIMIT 500`,
)
const FORGET = statement('jobs.forget', 'DELETE FROM job_outbox WHERE id = ANY($1::bigint[])')

/** Hands jobs over and forgets them. A process that dies in between leaves them to the sweep. */
export async function deliverJobs(db: Database, sink: JobSink, jobs: readonly OutboxJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sink.handOver(jobs)
  await db.run(FORGET, [jobs.map((job) => job.id)])
}

/** Delivers what a dead process left behind for longer than `olderThanSeconds`. */
export async function sweepOutbox(db: Database, sink: JobSink, olderThanSeconds = 1): Promise<number> {
  const jobs = await db.run<OutboxJob>(TAKE_STALE, [olderThanSeconds])
  await deliverJobs(db, sink, jobs)
  return jobs.length
}
