import { z } from 'zod'
import type { AttachmentId, MessageId, RealmId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

/** Makes the thumbnails of an uploaded picture. */
export const MAKE_THUMBNAILS = declareJob({
  queue: 'thumbnails',
  name: 'make-thumbnails',
  data: z.object({
    realm: idSchema<RealmId>(),
    attachment: idSchema<AttachmentId>(),
    /** The key of the file's bytes in storage. */
    key: z.string(),
  }),
})
export type PictureJob = DataOf<typeof MAKE_THUMBNAILS>

/** Renders the pictures of messages again, in their current state. */
export const SHOW_PICTURES = declareJob({
  queue: 'thumbnails',
  name: 'show-pictures',
  data: z.object({ realm: idSchema<RealmId>(), messages: z.array(idSchema<MessageId>()).readonly() }),
})
export type ShowJob = DataOf<typeof SHOW_PICTURES>
