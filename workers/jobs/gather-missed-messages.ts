import { canMail } from '../../config/can-mail.ts'
import type { RuntimeConfig } from '../../config/environment.ts'
import {
  dropMissedMessages,
  mailMissedMessages,
} from '../../core/notifying/notifications/mail-missed-messages.ts'
import { defineJob } from '../define-job.ts'

/** Enqueues the mails of missed messages that are due; deletes these rows on a server that cannot send mail. */
export const gatherMissedMessagesJob = (config: RuntimeConfig) =>
  defineJob({
    queue: 'notifications',
    name: 'gather-missed-messages',
    schedule: { everyMs: 5_000 },
    run: async ({ core, log }) => {
      if (!canMail(config)) return dropMissedMessages(core)
      const enqueued = await mailMissedMessages(core)
      if (enqueued > 0) log.debug({ enqueued }, 'enqueued mails of missed messages')
    },
  })
