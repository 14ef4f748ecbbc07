export { isQueue, QUEUES, type QueueName } from '../../../config/queues.ts'

/** Keys of all queues share one hash tag: BullMQ's scripts need them in one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{jobs}'

/** The id that a job of the outbox has in its queue. */
export const jobIdOf = (outboxId: number): string => `outbox-${outboxId}`

/** The id of a job's outbox row; undefined for a job without a row. */
export function outboxIdOf(jobId: string | undefined): number | undefined {
  const digits = /^outbox-(\d+)$/.exec(jobId ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
