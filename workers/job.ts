import type { Core } from '../core/core.ts'
import type { Logger } from '../core/log.ts'
import type { QueueName } from '../queues/names.ts'

/** Which of a job's attempts one is. */
export interface Attempt {
  /** The job's row in `job_outbox`, which a job may delete itself, with its effect; undefined when scheduled. */
  readonly outboxId: number | undefined
  /** When it fails, the job has failed for good. */
  readonly isLast: boolean
  /** Tells the operator's dashboard how far the job is; absent when nobody looks. */
  readonly report?: (progress: object) => void
}

/** A kind of job: one file each, with its schedule and its retry policy beside its work. */
export interface JobDeclaration {
  readonly queue: QueueName
  /** Unique within the queue. */
  readonly name: string
  /** Milliseconds between runs, for a job nobody asks for. */
  readonly every?: number
  readonly attempts: number
  /** Must be idempotent: it runs again after a crash in its middle. */
  readonly run: (core: Core, data: unknown, log: Logger, attempt: Attempt) => Promise<void>
}
