import { mailThoseWhoLeft } from '../../core/notifying/notifications/waiting-messages.ts'
import type { JobDeclaration } from '../job.ts'

/** People who were at work when a message came, and left without reading it, are told by e-mail. */
export const mailThoseWhoLeftJob: JobDeclaration = {
  queue: 'notifications',
  name: 'mail-those-who-left',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: (core) => mailThoseWhoLeft(core),
}
