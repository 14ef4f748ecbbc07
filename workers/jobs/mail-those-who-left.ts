import { mailThoseWhoLeft } from '../../core/notifying/notifications/waiting-messages.ts'
import { defineJob } from '../define-job.ts'

/** Mails messages to people who were active when the messages came and who left without reading them. */
export const mailThoseWhoLeftJob = defineJob({
  queue: 'notifications',
  name: 'mail-those-who-left',
  schedule: { everyMs: 60_000 },
  run: ({ core }) => mailThoseWhoLeft(core),
})
