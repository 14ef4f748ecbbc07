import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

/**
 * Does what comes next for an import of a history: checks the archive, imports it, or deletes what a
 * cancelled or failed one has left. `realm` is the organization that the archive was uploaded to.
 */
export const CONTINUE_HISTORY = declareJob({
  queue: 'imports',
  name: 'continue-history',
  data: z.object({ realm: idSchema<RealmId>(), id: z.int() }),
})

export type HistoryJob = DataOf<typeof CONTINUE_HISTORY>

/** Tells the owner of an imported organization, `realm`, that its history is there. */
export const ANNOUNCE_HISTORY = declareJob({
  queue: 'imports',
  name: 'announce-history',
  data: z.object({ realm: idSchema<RealmId>(), id: z.int() }),
})

/** Mails the owner that the history is there. */
export const HISTORY_ARRIVED = declareJob({
  queue: 'email',
  name: 'history-arrived',
  data: z.object({ realm: idSchema<RealmId>(), user: idSchema<UserId>() }),
})
