import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

/** Tells the administrator who asked for an export that it is ready. */
export const EXPORT_FINISHED = declareJob({
  queue: 'email',
  name: 'export-finished',
  data: z.object({ realm: idSchema<RealmId>(), user: idSchema<UserId>() }),
})
