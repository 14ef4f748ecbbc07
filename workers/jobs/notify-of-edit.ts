import type { NewMentions } from '../../core/messaging/messages/new-mentions.ts'
import { NOTIFY_OF_EDIT } from '../../core/messaging/messages/new-mentions.ts'
import { notifyOfEdit } from '../../core/notifying/notifications/edited.ts'
import type { JobDeclaration } from '../job.ts'

/** Notifies those whom an edit has made a message mention. */
export const notifyOfEditJob: JobDeclaration = {
  ...NOTIFY_OF_EDIT,
  attempts: 8,
  run: (core, data, _log, { outboxId }) => notifyOfEdit(core, data as NewMentions, outboxId),
}
