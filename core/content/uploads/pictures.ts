import { type ShownPicture, showUploads } from '../markdown/upload-previews.ts'
import { MOVING, type PictureFacts, STILL, transcodedFormat } from './thumbnail-formats.ts'

/** An uploaded file that is a picture. */
export interface UploadedPicture extends PictureFacts {
  /** Whether its smaller versions are there. */
  readonly isReady: boolean
}

/** As SQL, the `UploadedPicture` of the attachment in row `a`, null when it is none (attachment_picture_pkey). */
export const PICTURE = `(SELECT json_build_object('contentType', p.content_type, 'width', p.width,
  'height', p.height, 'frames', p.frames, 'isReady', p.is_ready)
  FROM attachment_picture p WHERE p.attachment_id = a.id) AS picture`

/** A file, as far as showing it in a message goes. */
export interface Showable {
  readonly pathId: string
  readonly picture: UploadedPicture | null
}

/** A message's HTML in which these of its files are shown, and no others. */
export function showPictures(html: string, files: readonly Showable[]): string {
  return showUploads(html, (path) => {
    const picture = files.find((file) => file.pathId === path)?.picture
    return picture ? shown(picture) : undefined
  })
}

function shown(picture: UploadedPicture): ShownPicture {
  const { contentType, width, height, frames, isReady } = picture
  const isAnimated = frames > 1
  return {
    ...{ contentType, width, height, isAnimated, isReady },
    thumbnail: (isAnimated ? MOVING : STILL).name,
    transcoded: transcodedFormat(picture)?.name,
  }
}
