import { realmsWithNewMessages } from '../../core/notifying/notifications/cursor.ts'
import type { BullSink } from '../../core/platform/jobs/sink.ts'
import { defineJob } from '../define-job.ts'
import { NOTIFY_OF_NEW_MESSAGES } from './notify-of-new-messages.ts'

/** The time after which a new message is found, at most. */
const EVERY_MS = 500

/**
 * Finds the organizations that have new messages, and adds one job for each. Sending enqueues nothing, so thousands of
 * messages cost one job.
 */
export const findNewMessagesJob = (sink: BullSink) =>
  defineJob({
    queue: NOTIFY_OF_NEW_MESSAGES.queue,
    name: 'find-new-messages',
    schedule: { everyMs: EVERY_MS, keepsHistory: false },
    run: async ({ core }) => {
      const realms = await realmsWithNewMessages(core.db)
      const jobs = realms.map((realm) => ({ id: String(realm), data: { realm } }))
      await sink.addUnlessPending(NOTIFY_OF_NEW_MESSAGES, jobs)
    },
  })
