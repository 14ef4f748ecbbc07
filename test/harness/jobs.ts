import { z } from 'zod'
import { declareJob, type JobDeclaration } from '../../core/platform/jobs/declare-job.ts'
import type { QueueName } from '../../core/platform/jobs/names.ts'

/** Declares a job that accepts any data, for tests that enqueue by name. */
export const anyJob = (queue: QueueName, name: string): JobDeclaration<unknown> =>
  declareJob({ queue, name, data: z.unknown() })
