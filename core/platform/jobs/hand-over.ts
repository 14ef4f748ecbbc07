import { CoalescingBatch } from '../db/coalescing-batch.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log/log.ts'
import { deliverJobs, finishJobs, type JobSink, type OutboxJob } from './outbox.ts'

const MAX_TRANSACTIONS = 100
const MAX_FINISHED = 256

/**
 * Batches the hand-over of jobs to their queues: many transactions share one hand-over, which is noted in a
 * transaction of its own.
 */
export function handOverTogether(
  db: Database,
  sink: JobSink,
  log: Logger,
): CoalescingBatch<readonly OutboxJob[], void> {
  return new CoalescingBatch({
    together: (waiting) => Math.min(waiting.length, MAX_TRANSACTIONS),
    store: async (batch) => {
      await deliverJobs(db, sink, batch.flat())
      return batch.map(() => undefined)
    },
    onRefusal: (error, transactions) =>
      log.warn(
        { err: error, transactions },
        'jobs cannot be handed over together; they are handed over one by one',
      ),
  })
}

/** Batches the deletion of the rows of finished jobs. */
export function finishTogether(db: Database, log: Logger): CoalescingBatch<number, void> {
  return new CoalescingBatch({
    together: (waiting) => Math.min(waiting.length, MAX_FINISHED),
    store: async (ids) => {
      await finishJobs(db, ids)
      return ids.map(() => undefined)
    },
    onRefusal: (error, jobs) =>
      log.warn(
        { err: error, jobs },
        'rows of finished jobs cannot be deleted together; they are deleted one by one',
      ),
  })
}
