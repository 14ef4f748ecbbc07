import { expireMessages } from '../../../core/messaging/editing/expire.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes messages that are older than the retention of their channel or organization. */
export const expireMessagesJob = defineJob({
  queue: 'upkeep',
  name: 'expire-messages',
  schedule: { everyMs: 3_600_000 },
  timeoutMs: 55 * 60_000,
  run: async ({ core, log, signal }) => {
    const expired = await expireMessages(core, signal)
    if (expired > 0) log.info({ expired }, 'deleted expired messages')
  },
})
