import { canMail } from '../../../config/can-mail.ts'
import type { RuntimeConfig } from '../../../config/environment.ts'
import {
  dropMissedMessages,
  mailMissedMessages,
  secondsToNextMail,
} from '../../../core/notifying/notifications/mail-missed-messages.ts'
import { defineJob } from '../../running/define-job.ts'

/** The time after which due mails are found when the wake-up was lost. */
const EVERY_MS = 60_000
const LOOK_MS = 1_000

/**
 * Enqueues the mails of missed messages that are due; deletes these rows on a server that cannot send mail.
 */
export const gatherMissedMessagesJob = (config: RuntimeConfig) =>
  defineJob({
    queue: 'notifications',
    name: 'gather-missed-messages',
    schedule: { everyMs: EVERY_MS },
    poller: {
      wakeUp: 'later',
      minIntervalMs: LOOK_MS,
      poll: async (core) => {
        if (!canMail(config)) return undefined
        await mailMissedMessages(core)
        const seconds = await secondsToNextMail(core)
        return seconds === undefined ? undefined : Math.min(Math.max(seconds, 0) * 1000, EVERY_MS)
      },
    },
    run: async ({ core, log }) => {
      if (!canMail(config)) return dropMissedMessages(core)
      const enqueued = await mailMissedMessages(core)
      if (enqueued > 0) log.debug({ enqueued }, 'enqueued mails of missed messages')
    },
  })
