/** The job queues; each has its processors in workers/. */
export const QUEUES = ['upkeep'] as const
export type QueueName = (typeof QUEUES)[number]

/** Keys of all queues share one hash tag: BullMQ's scripts need them in one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{jobs}'
