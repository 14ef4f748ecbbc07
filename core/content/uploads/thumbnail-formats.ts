/** A thumbnail format, as in the register field `server_thumbnail_formats` (FL 273). */
export interface ThumbnailFormat {
  /** Last segment of the thumbnail's address. */
  readonly name: string
  /** In pixels. The image keeps its proportions and is never enlarged. */
  readonly max_width: number
  readonly max_height: number
  readonly format: string
  /** Whether the thumbnail is animated. Only animated images have one. */
  readonly animated: boolean
}

export const STILL: ThumbnailFormat = {
  name: '840x560.webp',
  max_width: 840,
  max_height: 560,
  format: 'webp',
  animated: false,
}

export const ANIMATED: ThumbnailFormat = { ...STILL, name: '840x560-anim.webp', animated: true }

/** The formats announced to clients. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [ANIMATED, STILL]

/** Full-size versions of images that browsers cannot display, in landscape and portrait orientation. */
const LANDSCAPE: ThumbnailFormat = { ...STILL, name: '4032x3024.webp', max_width: 4032, max_height: 3024 }
const PORTRAIT: ThumbnailFormat = { ...STILL, name: '3024x4032.webp', max_width: 3024, max_height: 4032 }

/** Metadata of an image, known before it is decoded. */
export interface PictureFacts {
  /** Type detected from the bytes. */
  readonly contentType: string
  /** In pixels, after rotation to upright. */
  readonly width: number
  readonly height: number
  /** More than one for an animation. */
  readonly frames: number
}

/** Most frames of an animation, and most pixels of all of them, for an animated version. */
export const MAX_ANIMATION_FRAMES = 1_000
const MAX_ANIMATION_PIXELS = 500_000_000

/** Whether all frames of an animation with this content can be decoded. Others have a still version alone. */
export const isDecodedAnimation = (contentType: string): boolean =>
  contentType === 'image/gif' || contentType === 'image/webp'

/** Whether an image has an animated version. */
export const hasAnimatedVersion = ({ contentType, width, height, frames }: PictureFacts): boolean =>
  frames > 1 &&
  isDecodedAnimation(contentType) &&
  frames <= MAX_ANIMATION_FRAMES &&
  frames * width * height <= MAX_ANIMATION_PIXELS

/** Returns the full-size version for an image that browsers cannot display; undefined for other images. */
export function transcodedFormat({ contentType, width, height }: PictureFacts): ThumbnailFormat | undefined {
  if (contentType !== 'image/tiff' && contentType !== 'image/heic') return undefined
  return width >= height ? LANDSCAPE : PORTRAIT
}

/** Returns all versions to make of an image. */
export function formatsOf(facts: PictureFacts): readonly ThumbnailFormat[] {
  const transcoded = transcodedFormat(facts)
  return [
    STILL,
    ...(hasAnimatedVersion(facts) ? [ANIMATED] : []),
    ...(transcoded === undefined ? [] : [transcoded]),
  ]
}

/** Returns the storage key of a version of the file with this key. */
export const thumbnailKey = (key: string, { name }: ThumbnailFormat): string =>
  `${key}-${name.replace('.', '-')}`

/** Returns the storage keys of all versions that an image may have. */
export const thumbnailKeys = (key: string): string[] =>
  [STILL, ANIMATED, LANDSCAPE, PORTRAIT].map((format) => thumbnailKey(key, format))
