import { discardExpiredUploads } from '../../../core/content/uploads/pending.ts'
import { removeUnclaimed } from '../../../core/content/uploads/remove-attachments.ts'
import { retryThumbnails } from '../../../core/messaging/editing/show-thumbnails.ts'
import { allOf } from '../../../core/platform/db/servers/all-of.ts'
import { defineJob } from '../../running/define-job.ts'

/**
 * Removes files that no message has linked for long, and uploads that were not completed. Enqueues lost
 * thumbnail jobs again.
 */
export const removeUploadsJob = defineJob({
  queue: 'upkeep',
  name: 'remove-uploads',
  schedule: { everyMs: 3_600_000 },
  timeoutMs: 50 * 60_000,
  run: async ({ core, log }) => {
    const [expired, unclaimed] = await allOf([
      discardExpiredUploads(core),
      removeUnclaimed(core),
      retryThumbnails(core),
    ])
    if (expired + unclaimed > 0) log.info({ expired, unclaimed }, 'removed uploads')
  },
})
