import type { Sharp } from 'sharp'
import { decode, readPicture } from './picture.ts'

const AVATAR_PIXELS = 100
const AVATAR_MEDIUM_PIXELS = 500
const EMOJI_PIXELS = 64
const LOGO = { width: 800, height: 100 }

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

const png = (picture: Sharp): Promise<Buffer> => decode(() => picture.toColourspace('srgb').png().toBuffer())

const square = (picture: Sharp, side: number): Promise<Buffer> =>
  png(picture.resize(side, side, { fit: 'cover' }))

/**
 * Crops an image to squares around its centre, as PNG. Throws an `ImageError`, as all functions in this file
 * do.
 */
export async function avatarVersions(bytes: Buffer): Promise<{ small: Buffer; medium: Buffer }> {
  const picture = await readPicture(bytes)
  const small = await square(picture.open(), AVATAR_PIXELS)
  return { small, medium: await square(picture.open(), AVATAR_MEDIUM_PIXELS) }
}

/** Crops an organization's icon to a square, as PNG. */
export const iconVersion = async (bytes: Buffer): Promise<Buffer> =>
  square((await readPicture(bytes)).open(), AVATAR_PIXELS)

/**
 * Shrinks an organization's logo to the space that clients have for it, as PNG with the original proportions.
 */
export const logoVersion = async (bytes: Buffer): Promise<Buffer> =>
  png((await readPicture(bytes)).open().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true }))

export interface EmojiVersions {
  readonly extension: 'png' | 'gif' | 'webp'
  readonly image: Buffer
  /** The first frame of an animation, as PNG. */
  readonly still: Buffer | undefined
}

/** Fits the whole image into a square. An animated GIF or WebP stays animated. */
export async function emojiVersions(bytes: Buffer): Promise<EmojiVersions> {
  const picture = await readPicture(bytes)
  const fitted = (of: 'all' | 'first') =>
    picture.open(of).resize(EMOJI_PIXELS, EMOJI_PIXELS, { fit: 'contain', background: TRANSPARENT })
  const still = await png(fitted('first'))
  const { format, frames } = picture
  if (frames === 1 || (format !== 'gif' && format !== 'webp')) {
    return { extension: 'png', image: still, still: undefined }
  }
  const animated = fitted('all')
  const image = await decode(() => (format === 'gif' ? animated.gif() : animated.webp()).toBuffer())
  return { extension: format, image, still }
}
