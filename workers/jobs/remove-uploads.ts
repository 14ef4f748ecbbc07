import { discardExpiredUploads } from '../../core/content/uploads/pending.ts'
import { removeUnclaimed } from '../../core/content/uploads/remove-attachments.ts'
import { remindOfPictures } from '../../core/messaging/uploads/thumbnails.ts'
import type { JobDeclaration } from '../job.ts'

/** Removes files that no message links, and uploads that were never completed, when their time is over; finds pictures that wait too long. */
export const removeUploads: JobDeclaration = {
  queue: 'upkeep',
  name: 'remove-uploads',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  timeout: 50 * 60_000,
  run: async (core, _data, log) => {
    const expired = await discardExpiredUploads(core)
    const unclaimed = await removeUnclaimed(core)
    await remindOfPictures(core)
    if (expired + unclaimed > 0) log.info({ expired, unclaimed }, 'removed uploads')
  },
}
