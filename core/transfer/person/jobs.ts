import { z } from 'zod'
import type { RealmId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

const task = z.object({ realm: idSchema<RealmId>(), id: z.int() })

/** Writes a person's data to storage. */
export const EXPORT_PERSON = declareJob({ queue: 'exports', name: 'export-person', data: task })

/** Deletes the files, and if asked for the messages, of a person whose account is erased. */
export const ERASE_PERSON = declareJob({ queue: 'exports', name: 'erase-person', data: task })

export type PersonJob = DataOf<typeof EXPORT_PERSON>
