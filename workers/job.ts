import { UnrecoverableError } from 'bullmq'
import type { QueueName } from '../core/platform/jobs/names.ts'
import type { Logger } from '../core/platform/log.ts'
import type { Core } from '../core/state/core.ts'

/** Which of a job's attempts one is. */
export interface Attempt {
  /** The job's row in `job_outbox`, which a job may delete itself, with its effect; undefined when scheduled. */
  readonly outboxId: number | undefined
  /** When it fails, the job has failed for good. */
  readonly isLast: boolean
  /** Tells the operator's dashboard how far the job is; absent when nobody looks. */
  readonly report?: (progress: object) => void
  /** Aborted when the time of the attempt is over, and when the worker has waited long enough to stop. */
  readonly signal?: AbortSignal
}

/** A kind of job: one file each, with its schedule and its retry policy beside its work. */
export interface JobDeclaration {
  readonly queue: QueueName
  /** Unique within the queue. */
  readonly name: string
  /** Milliseconds between runs, for a job nobody asks for. */
  readonly every?: number
  readonly attempts: number
  /** An attempt that takes longer, in milliseconds, has failed; five minutes when it does not say. */
  readonly timeout?: number
  /** Milliseconds until the next attempt, after the n-th (from 1) has failed; `exponential()` when it does not say. */
  readonly backOff?: (attempt: number, error: Error) => number
  /** Must be idempotent: it runs again after a crash in its middle. */
  readonly run: (core: Core, data: unknown, log: Logger, attempt: Attempt) => Promise<void>
}

/** Thrown by a job that must not be tried again: it has failed for good, for this reason. */
export class PermanentFailure extends UnrecoverableError {}

const FIRST_MS = 1_000
const MOST_MS = 10 * 60_000

/**
 * Twice as long after each attempt, between half of that and all of it: those that failed together do not come back
 * together.
 */
export function exponential(first = FIRST_MS, most = MOST_MS): (attempt: number) => number {
  return (attempt) => {
    const longest = Math.min(first * 2 ** (attempt - 1), most)
    return Math.round(longest * (0.5 + Math.random() / 2))
  }
}
