import { moveToMissedMessages } from '../../../core/notifying/notifications/waiting-messages.ts'
import { defineJob } from '../../running/define-job.ts'

/** Prepares mails for users who were active when messages came and became idle without reading them. */
export const mailIdleUsersJob = defineJob({
  queue: 'notifications',
  name: 'mail-those-who-left',
  schedule: { everyMs: 60_000 },
  run: ({ core }) => moveToMissedMessages(core),
})
