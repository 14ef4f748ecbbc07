import type { Database } from '../db/database.ts'
import { statement } from '../db/statements/statement.ts'
import { type FailedJob, type FailedJobCount, failedJobs } from './outbox.ts'

/** Figures of the outbox for operators. */
export interface Backlog {
  /** The number of jobs that are due but not handed to their queues, up to 10,000. */
  readonly due: number
  /** How long the oldest of these jobs has been due, in seconds; 0 without any. */
  readonly oldestSeconds: number
  /** The number of jobs that have failed permanently, by queue. */
  readonly failed: readonly FailedJobCount[]
  readonly newestFailed: readonly FailedJob[]
}

const DUE = statement(
  'jobs.backlog',
  `SELECT count(*)::int AS due, coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8 AS age
   FROM (
     SELECT due_at FROM job_outbox WHERE failed_at IS NULL AND due_at < clock_timestamp()
     ORDER BY due_at LIMIT 10000 -- job_outbox_due
   ) AS due`,
)

/** Reads the figures with three queries. `newest`: how many failed jobs to list. */
export async function jobBacklog(db: Database, newest: number): Promise<Backlog> {
  const [[due], { counts, newest: newestFailed }] = await Promise.all([
    db.run<{ readonly due: number; readonly age: number }>(DUE),
    failedJobs(db, newest),
  ])
  return { due: due!.due, oldestSeconds: due!.age, failed: counts, newestFailed }
}
