import { CoalescingBatch } from '../db/coalescing-batch.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'
import { deliverJobs, finishJobs, type JobSink, type OutboxJob } from './outbox.ts'

const MOST_TRANSACTIONS = 100
const MOST_FINISHED = 256

/**
 * Hands the jobs of transactions to their queues, those of many transactions at once when there are many: each
 * hand-over is noted in a transaction of its own.
 */
export function handOverTogether(
  db: Database,
  sink: JobSink,
  log: Logger,
): CoalescingBatch<readonly OutboxJob[], void> {
  return new CoalescingBatch({
    together: (waiting) => Math.min(waiting.length, MOST_TRANSACTIONS),
    store: async (batch) => {
      await deliverJobs(db, sink, batch.flat())
      return batch.map(() => undefined)
    },
    onRefusal: (error, transactions) =>
      log.warn({ err: error, transactions }, 'jobs are handed over one by one'),
  })
}

/** Forgets jobs that are done, many at once when there are many. */
export function finishTogether(db: Database, log: Logger): CoalescingBatch<number, void> {
  return new CoalescingBatch({
    together: (waiting) => Math.min(waiting.length, MOST_FINISHED),
    store: async (ids) => {
      await finishJobs(db, ids)
      return ids.map(() => undefined)
    },
    onRefusal: (error, jobs) => log.warn({ err: error, jobs }, 'jobs are ended one by one'),
  })
}
