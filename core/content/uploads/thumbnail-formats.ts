/** A smaller version of an uploaded picture, as clients are told of it (`server_thumbnail_formats`, FL 273). */
export interface ThumbnailFormat {
  /** The last segment of its address. */
  readonly name: string
  /** In pixels; the picture keeps its proportions within them and is never made larger. */
  readonly max_width: number
  readonly max_height: number
  readonly format: string
  /** Made of pictures that move only, and moves. */
  readonly animated: boolean
}

export const STILL: ThumbnailFormat = {
  name: '840x560.webp',
  max_width: 840,
  max_height: 560,
  format: 'webp',
  animated: false,
}

export const MOVING: ThumbnailFormat = { ...STILL, name: '840x560-anim.webp', animated: true }

/** What every client may ask for. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [MOVING, STILL]

/** Made of pictures that browsers do not show, to stand for them in full; lying and standing. */
const LYING: ThumbnailFormat = { ...STILL, name: '4032x3024.webp', max_width: 4032, max_height: 3024 }
const STANDING: ThumbnailFormat = { ...STILL, name: '3024x4032.webp', max_width: 3024, max_height: 4032 }

/** What is known of a picture before it is decoded. */
export interface PictureFacts {
  /** What the bytes are, whatever the uploader said. */
  readonly contentType: string
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  readonly frames: number
}

/** The version that stands for a picture whose format browsers do not show. */
export function transcodedFormat({ contentType, width, height }: PictureFacts): ThumbnailFormat | undefined {
  if (contentType !== 'image/tiff') return undefined
  return width >= height ? LYING : STANDING
}

/** All versions that are made of a picture. */
export function formatsOf(facts: PictureFacts): readonly ThumbnailFormat[] {
  const transcoded = transcodedFormat(facts)
  return [STILL, ...(facts.frames > 1 ? [MOVING] : []), ...(transcoded === undefined ? [] : [transcoded])]
}

/** What the bytes of a version are stored under, beside the file's own. */
export const thumbnailKey = (key: string, { name }: ThumbnailFormat): string =>
  `${key}-${name.replace('.', '-')}`

/** The same of all versions that any picture may have. */
export const thumbnailKeys = (key: string): string[] =>
  [STILL, MOVING, LYING, STANDING].map((format) => thumbnailKey(key, format))
