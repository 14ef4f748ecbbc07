export { isQueue, QUEUES, type QueueName } from '../../../config/queues.ts'

/** Keys of all queues share one hash tag: BullMQ's scripts need them in one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{jobs}'

/** The id in its queue of a job of the outbox. */
export const jobIdOf = (outboxId: number): string => `outbox-${outboxId}`

/** The outbox row of a job; undefined for one that was scheduled. */
export function outboxIdOf(jobId: string | undefined): number | undefined {
  const digits = /^outbox-(\d+)$/.exec(jobId ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
