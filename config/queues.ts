import { z } from 'zod'

/** The job queues. Workers run their jobs. */
export const QUEUES = [
  'deactivation',
  'email',
  'exports',
  'imports',
  'invitations',
  'link-previews',
  'notifications',
  'push',
  'scheduled',
  'thumbnails',
  'upkeep',
  'webhooks',
] as const
export type QueueName = (typeof QUEUES)[number]

/** All workers together start at most `jobs` jobs in any period of `seconds`. */
export interface QueueRate {
  readonly jobs: number
  readonly seconds: number
}

/** Jobs of a queue that one worker runs at the same time, unless QUEUE_CONCURRENCY sets another number. */
export const DEFAULT_CONCURRENCY: Readonly<Record<QueueName, number>> = {
  deactivation: 2,
  email: 5,
  exports: 1, // reads a whole organization
  imports: 1, // reads and writes a whole organization
  invitations: 5,
  'link-previews': 10, // mostly waits for other servers
  notifications: 5,
  push: 20, // mostly waits for other servers
  scheduled: 5,
  thumbnails: 2, // needs a core and memory
  upkeep: 4,
  webhooks: 20, // mostly waits for other servers
}

export const isQueue = (name: string): name is QueueName => (QUEUES as readonly string[]).includes(name)

/** `email,push`. */
export const queueList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim()))
  .refine((names): names is QueueName[] => names.every(isQueue))

/** `email=5,push=20`. */
export const queueConcurrency = perQueue((value) =>
  /^\d{1,4}$/.test(value) && Number(value) > 0 ? Number(value) : undefined,
)

/** `email=100/60`: 100 jobs in 60 seconds. */
export const queueRates = perQueue((value): QueueRate | undefined => {
  const [, jobs, seconds] = /^(\d{1,7})\/(\d{1,5})$/.exec(value) ?? []
  const rate = { jobs: Number(jobs), seconds: Number(seconds) }
  return rate.jobs > 0 && rate.seconds > 0 ? rate : undefined
})

function perQueue<Value>(read: (text: string) => Value | undefined) {
  return z.string().transform((text, context): Partial<Record<QueueName, Value>> => {
    const found: Partial<Record<QueueName, Value>> = {}
    for (const entry of text.split(',')) {
      const [name = '', rest = '', ...more] = entry.trim().split('=')
      const value = read(rest)
      if (!isQueue(name) || name in found || value === undefined || more.length > 0) {
        context.addIssue({ code: 'custom', message: 'not understood' })
        return z.NEVER
      }
      found[name] = value
    }
    return found
  })
}
