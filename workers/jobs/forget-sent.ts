import { deleteOldSent } from '../../core/messaging/messages/deduplicate.ts'
import type { JobDeclaration } from '../job.ts'

/** Forgets the names by which clients may send a message again, once they are too old for that. */
export const forgetSentJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'forget-sent',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: (core) => deleteOldSent(core),
}
