import type { Sharp } from 'sharp'
import { readable, readPicture } from './picture.ts'

const AVATAR_PIXELS = 100
const AVATAR_MEDIUM_PIXELS = 500
const EMOJI_PIXELS = 64
const LOGO = { width: 800, height: 100 }

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

const png = (picture: Sharp): Promise<Buffer> =>
  readable(() => picture.toColourspace('srgb').png().toBuffer())

const square = (picture: Sharp, side: number): Promise<Buffer> =>
  png(picture.resize(side, side, { fit: 'cover' }))

/** Squares cut from the middle of a picture, as PNG. Throws an `ImageError`, as all here do. */
export async function avatarVersions(bytes: Buffer): Promise<{ small: Buffer; medium: Buffer }> {
  const picture = await readPicture(bytes)
  const small = await square(picture.open(), AVATAR_PIXELS)
  return { small, medium: await square(picture.open(), AVATAR_MEDIUM_PIXELS) }
}

export const iconVersion = async (bytes: Buffer): Promise<Buffer> =>
  square((await readPicture(bytes)).open(), AVATAR_PIXELS)

/** No larger than what clients have room for, in the proportions of the original. */
export const logoVersion = async (bytes: Buffer): Promise<Buffer> =>
  png((await readPicture(bytes)).open().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true }))

export interface EmojiVersions {
  readonly extension: 'png' | 'gif' | 'webp'
  readonly image: Buffer
  /** The first frame of an animation, as PNG. */
  readonly still: Buffer | undefined
}

/** All of the picture within a square; an animated GIF or WebP stays one. */
export async function emojiVersions(bytes: Buffer): Promise<EmojiVersions> {
  const picture = await readPicture(bytes)
  const fitted = (of: 'all' | 'first') =>
    picture.open(of).resize(EMOJI_PIXELS, EMOJI_PIXELS, { fit: 'contain', background: CLEAR })
  const still = await png(fitted('first'))
  const { format, frames } = picture
  if (frames === 1 || (format !== 'gif' && format !== 'webp')) {
    return { extension: 'png', image: still, still: undefined }
  }
  const moving = fitted('all')
  const image = await readable(() => (format === 'gif' ? moving.gif() : moving.webp()).toBuffer())
  return { extension: format, image, still }
}
