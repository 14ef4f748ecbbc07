import { deleteOldSent } from '../../../core/messaging/sending/deduplicate.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes the keys by which a repeated POST /messages is recognised, once they are too old. */
export const forgetSentJob = defineJob({
  queue: 'upkeep',
  name: 'forget-sent',
  schedule: { everyMs: 60_000 },
  run: ({ core }) => deleteOldSent(core),
})
