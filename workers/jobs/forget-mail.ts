import { forgetMails } from '../../core/notifying/mail/delivery.ts'
import type { JobDeclaration } from '../job.ts'

/** Forgets what became of mails that nothing can ask for any more. */
export const forgetMail: JobDeclaration = {
  queue: 'upkeep',
  name: 'forget-mail',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  run: (core) => forgetMails(core.db),
}
