import { deleteExpiredPreviews } from '../../core/content/link-previews/previews.ts'
import type { JobDeclaration } from '../job.ts'

/** Forgets what pages said of themselves, once it is too old to be believed. */
export const forgetPreviewsJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'forget-previews',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  run: deleteExpiredPreviews,
}
