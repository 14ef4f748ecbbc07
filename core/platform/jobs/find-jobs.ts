import type { Queue } from 'bullmq'
import type { Result } from 'ioredis'
import { MAX_JOB_TEXT_LENGTH, MAX_JOBS_LOOKED_AT } from '../../../config/limits.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements/statement.ts'
import { jobIdOf, outboxIdOf, type QueueName } from './names.ts'
import type { BullSink } from './sink.ts'

export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

export const JOB_ORDERS = ['newest', 'oldest', 'job', 'organization', 'reason', 'attempts'] as const
export type JobOrder = (typeof JOB_ORDERS)[number]

/** Which jobs to find, and in which order. Absent: any. */
export interface JobFilter {
  readonly queue: QueueName
  readonly state: JobState
  /** A part of the name, in any case. */
  readonly name?: string
  /** Names of jobs that match as well, whatever `name` is. */
  readonly names?: readonly string[]
  /** Jobs of one of these organizations. */
  readonly realms?: readonly number[]
  /** A part of the reason of the last failure, in any case. */
  readonly reason?: string
  /** Jobs that were added in the last this number of minutes. */
  readonly withinMinutes?: number
  /** Jobs that were added longer ago than this number of minutes. */
  readonly olderThanMinutes?: number
  readonly order: JobOrder
}

/** A job as operators see it. */
export interface FoundJob {
  readonly id: string
  readonly queue: QueueName
  readonly state: JobState
  readonly name: string
  /** Its data as JSON; the beginning of it when it is longer than MAX_JOB_TEXT_LENGTH. */
  readonly data: string
  readonly realm: number | undefined
  /** Unix milliseconds; undefined for a failed job that Redis has forgotten. */
  readonly addedAt: number | undefined
  readonly failedAt: number | undefined
  /** Unix milliseconds of the next attempt of a delayed job. */
  readonly dueAt: number | undefined
  readonly attempts: number
  /** Why the last attempt failed; empty for none. */
  readonly reason: string
  /** Why the last attempts failed, the newest last. */
  readonly reasons: readonly string[]
}

/** `isCut`: there were more jobs in the state than were looked at, so there may be more that match. */
export interface FoundJobs {
  readonly jobs: readonly FoundJob[]
  readonly isCut: boolean
}

/** For each key, the fields of a job. Long texts are cut here, so that no job costs more than some KiB. */
const READ = `
local found = {}
local most = tonumber(ARGV[1])
for i = 1, #KEYS do
  local job = redis.call('HMGET', KEYS[i], 'name', 'data', 'timestamp', 'atm', 'failedReason', 'finishedOn', 'stacktrace')
  if job[1] then
    job[2] = string.sub(job[2] or '', 1, most)
    job[5] = string.sub(job[5] or '', 1, most)
    job[7] = string.sub(job[7] or '', 1, 8 * most)
    for field = 3, 6 do job[field] = job[field] or '' end
    found[i] = job
  else
    found[i] = {}
  end
end
return found
`
/** Jobs that one script reads, so that none keeps Redis busy for more than about a millisecond. */
const READ_TOGETHER = 100

declare module 'ioredis' {
  interface RedisCommander<Context> {
    jobsRead(...args: (string | number)[]): Result<string[][], Context>
  }
}

interface FailedRow {
  readonly id: number
  readonly name: string
  readonly data: string
  readonly failure: string | null
  readonly failedAt: number
}

const FAILED = statement(
  'jobs.find-failed',
  `SELECT id, name, left(data::text, $2) AS data, failure,
     (extract(epoch FROM failed_at) * 1000)::float8 AS "failedAt"
   FROM job_outbox WHERE failed_at IS NOT NULL AND queue = $1
   ORDER BY failed_at DESC LIMIT $3`, // job_outbox_failed
)

const FAILED_ONE = statement(
  'jobs.find-failed-one',
  `SELECT id, name, left(data::text, $2) AS data, failure,
     (extract(epoch FROM failed_at) * 1000)::float8 AS "failedAt"
   FROM job_outbox WHERE id = $1 AND queue = $3 AND failed_at IS NOT NULL`, // job_outbox_pkey
)

/**
 * Finds the jobs of a queue that match. It looks at MAX_JOBS_LOOKED_AT jobs of the state: the jobs that wait
 * longest, or that failed last. Failed jobs come from Postgres; jobs without a row come from Redis.
 */
export async function findJobs(db: Database, sink: BullSink, filter: JobFilter): Promise<FoundJobs> {
  const queue = sink.queue(filter.queue)
  const ids = await listed(queue, sink, filter.state)
  const [inRedis, rows] = await Promise.all([
    readJobs(sink, queue, filter.state, ids),
    filter.state === 'failed'
      ? db.run<FailedRow>(FAILED, [filter.queue, MAX_JOB_TEXT_LENGTH, MAX_JOBS_LOOKED_AT])
      : [],
  ])
  const jobs = filter.state === 'failed' ? withRows(filter.queue, inRedis, rows) : inRedis
  return {
    jobs: jobs.filter((job) => matches(job, filter)).sort(ORDERS[filter.order]),
    isCut: ids.length >= MAX_JOBS_LOOKED_AT || rows.length >= MAX_JOBS_LOOKED_AT,
  }
}

/** Finds one job of a queue. Undefined when it does not exist, for example because it is done. */
export async function findJob(
  db: Database,
  sink: BullSink,
  queueName: QueueName,
  id: string,
): Promise<FoundJob | undefined> {
  const queue = sink.queue(queueName)
  const stored = await queue.getJobState(id)
  const state = stored === 'prioritized' ? 'waiting' : JOB_STATES.find((each) => each === stored)
  if (state !== undefined) {
    const score = state === 'delayed' ? await sink.redis.zscore(queue.toKey('delayed'), id) : null
    const [job] = await readJobs(sink, queue, state, [
      { id, dueAt: score === null ? undefined : dueAtOf(score) },
    ])
    if (job !== undefined) return job
  }
  const row = outboxIdOf(id)
  if (row === undefined) return undefined
  const rows = await db.run<FailedRow>(FAILED_ONE, [row, MAX_JOB_TEXT_LENGTH, queueName])
  return withRows(queueName, [], rows)[0]
}

interface ListedJob {
  readonly id: string
  readonly dueAt: number | undefined
}

async function listed(queue: Queue, { redis }: BullSink, state: JobState): Promise<ListedJob[]> {
  const last = MAX_JOBS_LOOKED_AT - 1
  const key = (name: string) => queue.toKey(name)
  const plain = (ids: readonly string[]) => ids.map((id) => ({ id, dueAt: undefined }))
  switch (state) {
    case 'waiting': {
      const [simple, inTurns] = await Promise.all([
        redis.lrange(key('wait'), -MAX_JOBS_LOOKED_AT, -1),
        redis.zrange(key('prioritized'), 0, last),
      ])
      return plain([...simple.reverse(), ...inTurns].slice(0, MAX_JOBS_LOOKED_AT))
    }
    case 'active':
      return plain(await redis.lrange(key('active'), 0, last))
    case 'delayed': {
      const pairs = await redis.zrange(key('delayed'), 0, last, 'WITHSCORES')
      return pairs.flatMap((id, index) =>
        index % 2 === 0 ? [{ id, dueAt: dueAtOf(pairs[index + 1]!) }] : [],
      )
    }
    case 'failed':
      return plain(await redis.zrange(key('failed'), 0, last, 'REV'))
  }
}

/** BullMQ multiplies the time by this number, so that jobs of one millisecond keep their order. */
const SCORE_OF_MILLISECOND = 0x1000
const dueAtOf = (score: string): number => Math.floor(Number(score) / SCORE_OF_MILLISECOND)

async function readJobs(
  sink: BullSink,
  queue: Queue,
  state: JobState,
  jobs: readonly ListedJob[],
): Promise<FoundJob[]> {
  const { redis } = sink
  redis.defineCommand('jobsRead', { lua: READ })
  const found: FoundJob[] = []
  for (let from = 0; from < jobs.length; from += READ_TOGETHER) {
    const some = jobs.slice(from, from + READ_TOGETHER)
    const keys = some.map(({ id }) => queue.toKey(id))
    const texts = await redis.jobsRead(keys.length, ...keys, MAX_JOB_TEXT_LENGTH)
    for (const [index, fields] of texts.entries()) {
      const [name, data, timestamp, attempts, reason, finishedOn, stacktrace] = fields
      if (name === undefined) continue
      const addedAt = Number(timestamp)
      found.push({
        ...some[index]!,
        queue: queue.name as QueueName,
        state,
        name,
        data: data!,
        realm: realmIn(data!),
        addedAt,
        failedAt: state === 'failed' && finishedOn !== '' ? Number(finishedOn) : undefined,
        attempts: Number(attempts),
        reason: reason!,
        reasons: reasonsIn(stacktrace!),
      })
    }
  }
  return found
}

/** Lists the failed jobs that have rows in Postgres, with the details that Redis still has. */
function withRows(queue: QueueName, inRedis: readonly FoundJob[], rows: readonly FailedRow[]): FoundJob[] {
  const known = new Map(inRedis.map((job) => [job.id, job]))
  const fromRows = rows.map(({ id, name, data, failure, failedAt }): FoundJob => {
    const job = known.get(jobIdOf(id))
    return {
      id: jobIdOf(id),
      queue,
      state: 'failed',
      name,
      data,
      realm: realmIn(data),
      addedAt: job?.addedAt,
      failedAt,
      dueAt: undefined,
      attempts: job?.attempts ?? 0,
      reason: failure ?? '',
      reasons: job?.reasons ?? [],
    }
  })
  return [...fromRows, ...inRedis.filter(({ id }) => outboxIdOf(id) === undefined)]
}

const realmIn = (data: string): number | undefined => {
  const digits = /"realm"\s*:\s*(\d{1,15})/.exec(data)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The first line of each stack that BullMQ has kept. */
function reasonsIn(stacktrace: string): string[] {
  if (stacktrace === '') return []
  try {
    const stacks: unknown = JSON.parse(stacktrace)
    return Array.isArray(stacks) ? stacks.map((stack) => String(stack).split('\n', 1)[0]!) : []
  } catch {
    return [] // it was cut
  }
}

function matches(job: FoundJob, filter: JobFilter): boolean {
  const { name, names = [], realms, reason, withinMinutes, olderThanMinutes } = filter
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())
  if (name !== undefined && !has(job.name, name) && !names.includes(job.name)) return false
  if (realms !== undefined && (job.realm === undefined || !realms.includes(job.realm))) return false
  if (reason !== undefined && !has(job.reason, reason)) return false
  const minutes = (Date.now() - (job.failedAt ?? job.addedAt ?? 0)) / 60_000
  if (withinMinutes !== undefined && minutes > withinMinutes) return false
  return olderThanMinutes === undefined || minutes >= olderThanMinutes
}

const timeOf = ({ failedAt, addedAt }: FoundJob): number => failedAt ?? addedAt ?? 0
const byTime = (a: FoundJob, b: FoundJob): number => timeOf(b) - timeOf(a)

const ORDERS: Readonly<Record<JobOrder, (a: FoundJob, b: FoundJob) => number>> = {
  newest: byTime,
  oldest: (a, b) => byTime(b, a),
  job: (a, b) => a.name.localeCompare(b.name) || byTime(a, b),
  organization: (a, b) => (a.realm ?? 0) - (b.realm ?? 0) || byTime(a, b),
  reason: (a, b) => a.reason.localeCompare(b.reason) || byTime(a, b),
  attempts: (a, b) => b.attempts - a.attempts || byTime(a, b),
}
