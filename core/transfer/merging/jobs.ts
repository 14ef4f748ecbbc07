import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

/** Gives the rows of one account to another one of the same person. */
export const MERGE_ACCOUNTS = declareJob({
  queue: 'exports',
  name: 'merge-accounts',
  data: z.object({ realm: idSchema<RealmId>(), from: idSchema<UserId>() }),
})

/** Tells the person that another account of theirs, `from`, was merged into theirs. */
export const ACCOUNTS_MERGED = declareJob({
  queue: 'email',
  name: 'accounts-merged',
  data: z.object({ realm: idSchema<RealmId>(), user: idSchema<UserId>(), from: idSchema<UserId>() }),
})

export type MergeJob = DataOf<typeof MERGE_ACCOUNTS>
