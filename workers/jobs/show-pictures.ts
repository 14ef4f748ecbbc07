import type { ShowJob } from '../../core/content/uploads/thumbnail-jobs.ts'
import { SHOW_PICTURES } from '../../core/content/uploads/thumbnail-jobs.ts'
import { showIn } from '../../core/messaging/uploads/thumbnails.ts'
import type { JobDeclaration } from '../job.ts'

/** Has messages show their pictures as they are, after one that they waited for was deleted. */
export const showPicturesJob: JobDeclaration = {
  ...SHOW_PICTURES,
  attempts: 8,
  run: (core, data) => showIn(core, (data as ShowJob).realm, (data as ShowJob).messages),
}
