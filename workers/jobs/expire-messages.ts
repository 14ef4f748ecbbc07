import { expireMessages } from '../../core/messaging/messages/expire.ts'
import type { JobDeclaration } from '../job.ts'

/** Deletes the messages that their channel or organization keeps no longer. */
export const expireMessagesJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'expire-messages',
  every: 3_600_000,
  attempts: 1, // the next hour goes on
  timeout: 55 * 60_000,
  run: async (core, _data, log, { signal }) => {
    const expired = await expireMessages(core, signal)
    if (expired > 0) log.info({ expired }, 'deleted messages whose time is over')
  },
}
