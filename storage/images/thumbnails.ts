import type { Sharp } from 'sharp'
import {
  formatsOf,
  type PictureFacts,
  type ThumbnailFormat,
} from '../../core/content/uploads/thumbnail-formats.ts'
import { decode, type Picture, readUploadedPicture } from './picture.ts'

export interface Thumbnail {
  readonly format: ThumbnailFormat
  readonly bytes: Uint8Array
}

/**
 * Reads the metadata of an image from its header. Throws an `ImageError` when it is unreadable or too large.
 */
export const readFacts = async (bytes: Buffer): Promise<PictureFacts> =>
  factsOf(await readUploadedPicture(bytes))

const factsOf = ({ format, width, height, frames }: Picture): PictureFacts => ({
  contentType: `image/${format}`,
  ...{ width, height, frames },
})

/**
 * Makes all versions of an image, upright and without metadata. Throws an `ImageError` when it cannot be
 * decoded.
 */
export async function makeThumbnails(bytes: Buffer): Promise<Thumbnail[]> {
  const picture = await readUploadedPicture(bytes)
  const thumbnails: Thumbnail[] = []
  for (const format of formatsOf(factsOf(picture))) {
    const decoded = picture.open(format.animated ? 'all' : 'first')
    thumbnails.push({ format, bytes: await decode(() => resize(decoded, format).toBuffer()) })
  }
  return thumbnails
}

const resize = (picture: Sharp, { max_width, max_height }: ThumbnailFormat): Sharp =>
  picture
    .resize(max_width, max_height, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp()
