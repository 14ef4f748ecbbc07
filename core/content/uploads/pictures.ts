import type { Columns } from '../../platform/db/statements/row.ts'
import { type ShownPicture, showUploads } from '../markdown/upload-previews.ts'
import type { Attachment, AttachmentPicture } from './entities.ts'
import {
  ANIMATED,
  hasAnimatedVersion,
  type PictureFacts,
  STILL,
  transcodedFormat,
} from './thumbnail-formats.ts'

/** Metadata of an uploaded image. It is ready when its thumbnails exist. */
export type UploadedPicture = Columns<typeof AttachmentPicture, keyof PictureFacts | 'isReady'>

/**
 * SQL for the `UploadedPicture` of the attachment in row `a`; null when it is not an image
 * (attachment_picture_pkey).
 */
export const PICTURE = `(SELECT json_build_object('contentType', p.content_type, 'width', p.width,
  'height', p.height, 'frames', p.frames, 'isReady', p.is_ready)
  FROM attachment_picture p WHERE p.attachment_id = a.id) AS picture`

/** The part of an attachment that decides how a message shows it. */
export type Showable = Columns<typeof Attachment, 'pathId'> & { readonly picture: UploadedPicture | null }

/** Updates a message's HTML so that it shows the images among these files, and no other uploads. */
export function showPictures(html: string, files: readonly Showable[]): string {
  return showUploads(html, (path) => {
    const picture = files.find((file) => file.pathId === path)?.picture
    return picture ? shown(picture) : undefined
  })
}

function shown(picture: UploadedPicture): ShownPicture {
  const { contentType, width, height, frames, isReady } = picture
  const isAnimated = hasAnimatedVersion(picture)
  return {
    ...{ contentType, width, height, isAnimated, isReady },
    isStillOfAnimation: frames > 1 && !isAnimated,
    thumbnail: (isAnimated ? ANIMATED : STILL).name,
    transcoded: transcodedFormat(picture)?.name,
  }
}
