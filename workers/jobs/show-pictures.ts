import { SHOW_PICTURES, type ShowJob, showIn } from '../../core/uploads/thumbnails.ts'
import type { JobDeclaration } from '../job.ts'

/** Has messages show their pictures as they are, after one that they waited for was deleted. */
export const showPicturesJob: JobDeclaration = {
  ...SHOW_PICTURES,
  attempts: 8,
  run: (core, data) => showIn(core, (data as ShowJob).realm, (data as ShowJob).messages),
}
