import { UnrecoverableError } from 'bullmq'
import type { ZodType } from 'zod'
import { LOQUAT_VERSION } from '../../config/version.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { QueueName } from '../../core/platform/jobs/names.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { WakeUp } from '../../core/platform/redis/wake-ups.ts'
import type { Core } from '../../core/state/core.ts'
import type { JobRequests } from './outbound.ts'

/** One attempt to run a job. */
export interface JobContext<Data> {
  readonly core: Core
  readonly data: Data
  readonly log: Logger
  /** The job's row in `job_outbox`, for `takeJob`; undefined for a job without a row. */
  readonly outboxId: number | undefined
  /** Whether the job fails permanently when this attempt fails. */
  readonly isLastAttempt: boolean
  /** Shows the progress of the job in Bull Board. */
  readonly reportProgress?: (progress: object) => void
  /** Requests to servers that people name; unlimited outside a worker. */
  readonly requests?: JobRequests
  /** Aborted when the attempt has timed out, and when a stopping worker waits no longer. */
  readonly signal?: AbortSignal
}

interface JobPolicy {
  readonly queue: QueueName
  /** Unique within the queue. */
  readonly name: string
  /** For a job that runs regularly without being enqueued. */
  readonly schedule?: JobSchedule
  /** Finds the work of a scheduled job before its next run. */
  readonly poller?: JobPoller
  /** The time limit of one attempt; five minutes by default. */
  readonly timeoutMs?: number
}

export interface JobSchedule {
  readonly everyMs: number
  /** Whether Bull Board lists the last runs; true by default. */
  readonly keepsHistory?: boolean
}

/**
 * Polls for new work soon after a wake-up, in each worker of the queue. A wake-up may be lost, so the
 * schedule of the job finds the same work.
 */
export interface JobPoller {
  readonly wakeUp: WakeUp
  /** Shortest time between two polls. */
  readonly minIntervalMs: number
  /**
   * Looks for work of the organizations that the wake-ups since the former poll named, or of all. Resolves to
   * the milliseconds until the next poll; undefined to wait for a wake-up.
   */
  poll(core: Core, woken: ReadonlySet<RealmId> | 'all'): Promise<number | undefined>
}

export interface RetryPolicy {
  readonly attempts: number
  /**
   * Milliseconds until the next attempt after attempt n (from 1) has failed; `exponentialDelay()` by default.
   */
  readonly delayMs?: (attempt: number, error: Error) => number
}

/** The definition of a job in a file of `workers/jobs/`. */
export interface JobSpec<Data> extends JobPolicy {
  /** The schema of the data; absent for a scheduled job, which has none. */
  readonly data?: ZodType<Data>
  /**
   * One attempt by default, because the next run of a scheduled job does the work that this run did not do.
   */
  readonly retry?: RetryPolicy
  /** Must be idempotent: the job runs again when its worker crashes before it ends. */
  run(context: JobContext<Data>): Promise<void>
}

/** A job as workers run it: `run` checks the data first. */
export interface Job extends JobPolicy {
  readonly retry: RetryPolicy
  run(context: JobContext<unknown>): Promise<void>
}

/**
 * Defines how a job is run. A job that transactions enqueue takes queue, name and data from its declaration:
 * `defineJob({ ...DELETE_FILES, retry, run })`. Every definition is in the list of `job-list.ts`.
 */
/** Faults of a job's data that its failure names. */
const MAX_ISSUES = 5

export function defineJob<Data = undefined>({ data: schema, ...spec }: JobSpec<Data>): Job {
  return {
    ...spec,
    retry: spec.retry ?? { attempts: 1 },
    run: async (context) => spec.run({ ...context, data: parseData(spec.name, schema, context.data) }),
  }
}

function parseData<Data>(name: string, schema: ZodType<Data> | undefined, data: unknown): Data {
  if (schema === undefined) return undefined as Data
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const field = path.join('.')
    return field === '' ? message : `${field}: ${message}`
  })
  throw new PermanentFailure(
    `The data of job ${name} is invalid, as version ${LOQUAT_VERSION} reads it: ${issues.join('; ')}`,
  )
}

/** Thrown by a job that must not be retried. The message is the reason that operators see. */
export class PermanentFailure extends UnrecoverableError {}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 10 * 60_000

/**
 * A delay that doubles with each attempt. It is random, between half and the whole of the doubled
 * delay: jobs that failed together then return at different times.
 */
export function exponentialDelay(first = FIRST_DELAY_MS, most = MAX_DELAY_MS): (attempt: number) => number {
  return (attempt) => {
    const longest = Math.min(first * 2 ** (attempt - 1), most)
    return Math.round(longest * (0.5 + Math.random() / 2))
  }
}
