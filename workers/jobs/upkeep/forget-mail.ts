import { forgetMails } from '../../../core/notifying/mail/delivery.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes delivery records of mails whose jobs cannot run again. */
export const forgetMailJob = defineJob({
  queue: 'upkeep',
  name: 'forget-mail',
  schedule: { everyMs: 3_600_000 },
  run: ({ core }) => forgetMails(core.db),
})
