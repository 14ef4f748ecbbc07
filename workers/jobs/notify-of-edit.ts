import { type NewMentions, NOTIFY_OF_EDIT, notifyOfEdit } from '../../core/notifications/edited.ts'
import type { JobDeclaration } from '../job.ts'

/** Notifies those whom an edit has made a message mention. */
export const notifyOfEditJob: JobDeclaration = {
  ...NOTIFY_OF_EDIT,
  attempts: 8,
  run: (core, data, _log, { outboxId }) => notifyOfEdit(core, data as NewMentions, outboxId),
}
