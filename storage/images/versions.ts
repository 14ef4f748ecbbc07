import type { Sharp } from 'sharp'
import { decode, type Picture, readSmallPicture } from './picture.ts'

const AVATAR_PIXELS = 100
const AVATAR_MEDIUM_PIXELS = 500
const EMOJI_PIXELS = 64
const LOGO = { width: 800, height: 100 }

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** Decodes the first frame, gives it another size and writes it as PNG. */
const png = (picture: Picture, resize: (picture: Sharp) => Sharp): Promise<Buffer> =>
  decode(async () =>
    resize(await picture.openFirst())
      .toColourspace('srgb')
      .png()
      .toBuffer(),
  )

const square = (picture: Picture, side: number): Promise<Buffer> =>
  png(picture, (first) => first.resize(side, side, { fit: 'cover' }))

/**
 * Crops an image to squares around its centre, as PNG. Throws an `ImageError`, as all functions in this file
 * do. BMP and HEIC take long: see `makeVersions`.
 */
export async function avatarVersions(bytes: Buffer): Promise<{ small: Buffer; medium: Buffer }> {
  const picture = await readSmallPicture(bytes)
  const small = await square(picture, AVATAR_PIXELS)
  return { small, medium: await square(picture, AVATAR_MEDIUM_PIXELS) }
}

/** Crops an organization's icon to a square, as PNG. */
export const iconVersion = async (bytes: Buffer): Promise<Buffer> =>
  square(await readSmallPicture(bytes), AVATAR_PIXELS)

/**
 * Shrinks an organization's logo to the space that clients have for it, as PNG with the original proportions.
 */
export const logoVersion = async (bytes: Buffer): Promise<Buffer> =>
  png(await readSmallPicture(bytes), (first) =>
    first.resize({ ...LOGO, fit: 'inside', withoutEnlargement: true }),
  )

export interface EmojiVersions {
  readonly extension: 'png' | 'gif' | 'webp'
  readonly image: Buffer
  /** The first frame of an animation, as PNG. */
  readonly still: Buffer | undefined
}

/**
 * Fits the whole image into a square. An animated GIF or WebP stays animated; of another animation only the
 * first frame can be decoded.
 */
export async function emojiVersions(bytes: Buffer): Promise<EmojiVersions> {
  const picture = await readSmallPicture(bytes)
  const fitted = (frames: Sharp) =>
    frames.resize(EMOJI_PIXELS, EMOJI_PIXELS, { fit: 'contain', background: TRANSPARENT })
  const still = await png(picture, fitted)
  const { format, frames, canAnimate } = picture
  if (frames === 1 || !canAnimate) return { extension: 'png', image: still, still: undefined }
  const extension = format === 'gif' ? 'gif' : 'webp'
  const image = await decode(() => fitted(picture.openFrames(0, frames)).toFormat(extension).toBuffer())
  return { extension, image, still }
}
