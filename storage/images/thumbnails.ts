import type { Sharp } from 'sharp'
import {
  formatsOf,
  type PictureFacts,
  type ThumbnailFormat,
} from '../../core/content/uploads/thumbnail-formats.ts'
import { type Picture, readable, readUploadedPicture } from './picture.ts'

export interface Thumbnail {
  readonly format: ThumbnailFormat
  readonly bytes: Uint8Array
}

/** What is known of a picture by its head. Throws an `ImageError` for what is none, or one too large to be decoded. */
export const readFacts = async (bytes: Buffer): Promise<PictureFacts> =>
  factsOf(await readUploadedPicture(bytes))

const factsOf = ({ format, width, height, frames }: Picture): PictureFacts => ({
  contentType: `image/${format}`,
  ...{ width, height, frames },
})

/** Decodes a picture and makes all its versions: upright, without metadata. Throws an `ImageError`. */
export async function makeThumbnails(bytes: Buffer): Promise<Thumbnail[]> {
  const picture = await readUploadedPicture(bytes)
  const made: Thumbnail[] = []
  for (const format of formatsOf(factsOf(picture))) {
    const decoded = picture.open(format.animated ? 'all' : 'first')
    made.push({ format, bytes: await readable(() => resized(decoded, format).toBuffer()) })
  }
  return made
}

const resized = (picture: Sharp, { max_width, max_height }: ThumbnailFormat): Sharp =>
  picture
    .resize(max_width, max_height, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp()
