import { SHOW_PICTURES } from '../../core/content/uploads/thumbnail-jobs.ts'
import { updateImagePreviews } from '../../core/messaging/editing/show-thumbnails.ts'
import { defineJob } from '../running/define-job.ts'

/** Renders the pictures of messages again after a file that they waited for was deleted. */
export const showPicturesJob = defineJob({
  ...SHOW_PICTURES,
  retry: { attempts: 8 },
  run: ({ core, data: { realm, messages } }) => updateImagePreviews(core, realm, messages),
})
