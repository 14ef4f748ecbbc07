import { deleteExpiredPreviews } from '../../../core/content/link-previews/previews.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes expired link previews. */
export const forgetPreviewsJob = defineJob({
  queue: 'upkeep',
  name: 'forget-previews',
  schedule: { everyMs: 3_600_000 },
  run: ({ core }) => deleteExpiredPreviews(core),
})
