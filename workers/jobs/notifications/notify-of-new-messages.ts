import { z } from 'zod'
import { notifyOfNewMessages } from '../../../core/notifying/notifications/new-messages.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { declareJob, idSchema } from '../../../core/platform/jobs/declare-job.ts'
import { defineJob, exponentialDelay } from '../../running/define-job.ts'

export const NOTIFY_OF_NEW_MESSAGES = declareJob({
  queue: 'notifications',
  name: 'notify-of-new-messages',
  data: z.object({ realm: idSchema<RealmId>() }),
})

/** Time after which an organization leaves its place to another one. */
const TURN_MS = 1_000

/**
 * Notifies people of the new messages of one organization, for a turn of a second. `find-new-messages` adds
 * the job again, behind the jobs of other organizations, when messages are left: after a turn, a crash or the
 * last attempt, and when messages were sent meanwhile.
 */
export const notifyOfNewMessagesJob = defineJob({
  ...NOTIFY_OF_NEW_MESSAGES,
  retry: { attempts: 8, delayMs: exponentialDelay(1_000, 60_000) },
  run: async ({ core, data: { realm }, signal }) => {
    const end = performance.now() + TURN_MS
    while (!signal?.aborted && (await notifyOfNewMessages(core, realm)) && performance.now() < end);
  },
})
