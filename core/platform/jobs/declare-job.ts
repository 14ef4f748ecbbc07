import { z } from 'zod'
import type { Id } from '../ids.ts'
import type { QueueName } from './names.ts'

/**
 * A kind of job that transactions enqueue: `tx.enqueue(declaration, data)`. The declaration is beside the
 * code that enqueues it; `defineJob` in `workers/jobs/` adds how the job is run.
 */
export interface JobDeclaration<Data> {
  readonly queue: QueueName
  /** Unique within the queue. Never renamed: enqueued jobs of a former version have the name. */
  readonly name: string
  /** Checked when the job runs: a job whose data does not match fails permanently. */
  readonly data: z.ZodType<Data>
}

/** The data of the jobs of a declaration. */
export type DataOf<Declaration> = Declaration extends JobDeclaration<infer Data> ? Data : never

export function declareJob<Data>(declaration: JobDeclaration<Data>): JobDeclaration<Data> {
  return declaration
}

/** The schema of an id in a job's data: `idSchema<RealmId>()`. */
export const idSchema = <Branded extends Id<string>>(): z.ZodType<Branded> =>
  z.int() as unknown as z.ZodType<Branded>
