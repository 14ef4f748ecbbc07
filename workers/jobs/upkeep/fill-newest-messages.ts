import {
  FILL_NEWEST_MESSAGES,
  fillNewestMessages,
} from '../../../core/messaging/conversations/fill-newest.ts'
import { defineJob } from '../../running/define-job.ts'

/** Notes the newest messages of conversations from before Loquat noted them. */
export const fillNewestMessagesJob = defineJob({
  ...FILL_NEWEST_MESSAGES,
  retry: { attempts: 8 },
  timeoutMs: 3600_000,
  run: ({ core }) => fillNewestMessages(core),
})
