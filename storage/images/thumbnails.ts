import type { Sharp } from 'sharp'
import {
  formatsOf,
  type PictureFacts,
  type ThumbnailFormat,
} from '../../core/content/uploads/thumbnail-formats.ts'
import { decode, MAX_PIXELS, type Picture, rawPicture, readPicture } from './picture.ts'

/** Most pixels of all frames of a version that is joined from parts. Many frames make it smaller. */
const MAX_JOINED_PIXELS = 20_000_000

export interface Thumbnail {
  readonly format: ThumbnailFormat
  readonly bytes: Uint8Array
}

/**
 * Reads the metadata of an image from its header. Throws an `ImageError` when it is unreadable or too large.
 */
export const readFacts = async (bytes: Buffer): Promise<PictureFacts> => factsOf(await readPicture(bytes))

const factsOf = ({ format, width, height, frames }: Picture): PictureFacts => ({
  contentType: `image/${format}`,
  ...{ width, height, frames },
})

/**
 * Makes all versions of an image, upright and without metadata. Throws an `ImageError` when it cannot be
 * decoded.
 */
export async function makeThumbnails(bytes: Buffer): Promise<Thumbnail[]> {
  const picture = await readPicture(bytes)
  const thumbnails: Thumbnail[] = []
  for (const format of formatsOf(factsOf(picture))) {
    const version = format.animated
      ? animated(picture, format)
      : decode(async () => resize(await picture.openFirst(), format).toBuffer())
    thumbnails.push({ format, bytes: await version })
  }
  return thumbnails
}

/**
 * Makes the animated version: at once when all frames may be in memory, otherwise in parts. It has all
 * frames.
 */
function animated(picture: Picture, format: ThumbnailFormat): Promise<Buffer> {
  const { width, height, frames } = picture
  const atOnce = Math.floor(MAX_PIXELS / (width * height))
  if (atOnce >= frames) return decode(() => resize(picture.openFrames(0, frames), format).toBuffer())
  return decode(() => joinedParts(picture, format, atOnce))
}

async function joinedParts(picture: Picture, format: ThumbnailFormat, atOnce: number): Promise<Buffer> {
  const { width, height, frames } = picture
  const scale = Math.min(
    ...[1, format.max_width / width, format.max_height / height],
    Math.sqrt(MAX_JOINED_PIXELS / (width * height * frames)),
  )
  const side = (length: number) => Math.max(1, Math.floor(length * scale))
  const size = { width: side(width), height: side(height) }
  const parts: Buffer[] = []
  const delay: number[] = []
  let loop = 0
  for (let from = 0; from < frames; from += atOnce) {
    const part = picture.openFrames(from, Math.min(atOnce, frames - from))
    const metadata = await part.metadata()
    delay.push(...(metadata.delay ?? []))
    loop = metadata.loop ?? 0
    parts.push(
      await part
        .resize({ ...size, fit: 'fill' })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer(),
    )
  }
  const raw = { ...size, height: size.height * frames, pageHeight: size.height, channels: 4 } as const
  return (await rawPicture(Buffer.concat(parts), raw)).webp({ delay, loop, effort: 2 }).toBuffer()
}

const resize = (picture: Sharp, { max_width, max_height }: ThumbnailFormat): Sharp =>
  picture
    .resize(max_width, max_height, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp()
