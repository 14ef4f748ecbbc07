/** The job queues; each has its processors in workers/. */
export const QUEUES = [
  'deactivation',
  'email',
  'exports',
  'invitations',
  'notifications',
  'push',
  'scheduled',
  'thumbnails',
  'upkeep',
  'webhooks',
] as const
export type QueueName = (typeof QUEUES)[number]

const MAIL_ATTEMPTS = 17

/**
 * How often a job of the outbox is tried, with pauses from a second that double: two minutes in all, and 18 hours for
 * mail, whose server may be away that long.
 */
export const attemptsOf = (queue: string): number =>
  queue === 'email' || queue === 'invitations' ? MAIL_ATTEMPTS : 8

/** Keys of all queues share one hash tag: BullMQ's scripts need them in one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{jobs}'

/** The id in its queue of a job of the outbox. */
export const jobIdOf = (outboxId: number): string => `outbox-${outboxId}`

/** The outbox row of a job; undefined for one that was scheduled. */
export function outboxIdOf(jobId: string | undefined): number | undefined {
  const digits = /^outbox-(\d+)$/.exec(jobId ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
