import { canMail } from '../../config/can-mail.ts'
import type { RuntimeConfig } from '../../config/environment.ts'
import { dropMissedMessages, mailMissedMessages } from '../../core/notifying/notifications/missed-batches.ts'
import type { JobDeclaration } from '../job.ts'

/** Asks for the mails of missed messages whose time has come; without mail, forgets them. */
export const gatherMissedMessages = (config: RuntimeConfig): JobDeclaration => ({
  queue: 'notifications',
  name: 'gather-missed-messages',
  every: 5_000,
  attempts: 1, // the next time tries again
  run: async (core, _data, log) => {
    if (!canMail(config)) return dropMissedMessages(core)
    const asked = await mailMissedMessages(core)
    if (asked > 0) log.debug({ asked }, 'asked for mails of missed messages')
  },
})
