import { currentTrace, isTracing } from '../log/spans.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { jobIdOf, QUEUE_PREFIX } from './names.ts'
import type { OutboxJob } from './outbox.ts'

/** A job that begins later than this begins a trace of its own. */
const LIFETIME_SECONDS = 3600
/** Jobs of one transaction whose trace is noted. */
const MOST = 100

const keyOf = (jobId: string): string => `${QUEUE_PREFIX}:trace:${jobId}`

/**
 * Notes in Redis which trace has enqueued the jobs, so that their workers continue it. Does nothing without
 * tracing. Never rejects.
 */
export async function noteTrace(redis: RedisClient, jobs: readonly OutboxJob[]): Promise<void> {
  const trace = currentTrace()
  if (trace === undefined || jobs.length === 0) return
  const notes = redis.multi()
  for (const { id } of jobs.slice(0, MOST)) notes.set(keyOf(jobIdOf(id)), trace, 'EX', LIFETIME_SECONDS)
  await notes.exec().catch(() => undefined)
}

/** The trace that has enqueued a job; undefined when none is known. */
export async function traceOf(redis: RedisClient, jobId: string | undefined): Promise<string | undefined> {
  if (!isTracing() || jobId === undefined) return undefined
  return (await redis.get(keyOf(jobId)).catch(() => null)) ?? undefined
}
