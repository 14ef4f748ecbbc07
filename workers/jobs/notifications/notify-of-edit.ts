import { NOTIFY_OF_EDIT } from '../../../core/messaging/editing/new-mentions.ts'
import { notifyOfEdit } from '../../../core/notifying/notifications/edited.ts'
import { defineJob } from '../../running/define-job.ts'

/** Notifies people whom an edited message newly mentions. */
export const notifyOfEditJob = defineJob({
  ...NOTIFY_OF_EDIT,
  retry: { attempts: 8 },
  run: ({ core, data, outboxId }) => notifyOfEdit(core, data, outboxId),
})
