import type { Sharp, SharpOptions } from 'sharp'
import { isDecodedAnimation, MAX_ANIMATION_FRAMES } from '../../core/content/uploads/thumbnail-formats.ts'
import { bmpSize, decodeBmp, type Pixels } from './bmp.ts'
import { countFrames } from './count-frames.ts'
import { decodeHeic } from './heic.ts'

type Format = readonly [format: string, hasSignature: (bytes: Buffer) => boolean]

/** Formats that libvips does not decode: only the header of HEIC, and nothing of BMP. */
const OWN_FORMATS: readonly Format[] = [
  ['bmp', (bytes) => bytes.toString('latin1', 0, 2) === 'BM'],
  ['heic', (bytes) => /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)$/.test(bytes.toString('latin1', 4, 12))],
]

/**
 * Formats that can be decoded, recognized by their signature. All other files, SVG included, are not images
 * here.
 */
const FORMATS: readonly Format[] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['gif', (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['webp', (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.toString('latin1', 0, 12))],
  ['avif', (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))],
  ...OWN_FORMATS,
  ['tiff', (bytes) => /^(?:II\*\0|MM\0\*)$/.test(bytes.toString('latin1', 0, 4))],
]

/**
 * Whether an image has to be decoded by `heic.ts` or `bmp.ts`, which take much memory or the time of the
 * event loop: use a `PictureDecoder`.
 */
export const needsProcess = (bytes: Buffer): boolean =>
  OWN_FORMATS.some(([, hasSignature]) => hasSignature(bytes))

/** Most pixels of an image, over all its frames. Each takes at least four bytes while it is decoded. */
export const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 20

/** Most decoders at the same time in a process. They share libuv's threads with file access. */
const CONCURRENCY = 2

/** Greatest width and height in pixels. Some formats cannot be written beyond it. */
const MAX_SIDE = 16_000

let loading: Promise<typeof import('sharp').default> | undefined

/** Loads sharp and libvips at the first image, because they take 8 MiB of memory. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Each image is decoded once, so the cache of libvips would never be hit.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loading
}

export type ImageFailure = 'unreadable' | 'tooLarge'

/** The bytes are not a readable image, or the image is too large. */
export class ImageError extends Error {
  readonly failure: ImageFailure

  constructor(failure: ImageFailure, cause?: unknown) {
    super(`image: ${failure}`, { cause })
    this.name = 'ImageError'
    this.failure = failure
  }
}

/** An image whose header has been read. Its pixels are not decoded yet. */
export interface Picture {
  readonly format: string
  /** In pixels, after rotation to upright. */
  readonly width: number
  readonly height: number
  /** More than one for an animation. A document with several pages has one. */
  readonly frames: number
  /** Whether all frames can be decoded, and not the first alone. */
  readonly canAnimate: boolean
  /** Decodes the first frame, rotated upright. The output has no metadata. Call it within `decode`. */
  readonly openFirst: () => Promise<Sharp>
  /** Decodes `count` frames from the one with this number. */
  readonly openFrames: (from: number, count: number) => Sharp
}

const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, limitInputChannels: 5 }

/**
 * Reads the header of an image that is shown small and as a whole. Throws an `ImageError` when it is
 * unreadable or too large to decode at once.
 */
export async function readSmallPicture(bytes: Buffer): Promise<Picture> {
  const picture = await readPicture(bytes)
  const { width, height, canAnimate } = picture
  const frames = canAnimate ? picture.frames : 1
  if (frames > MAX_ANIMATION_FRAMES || width * height * frames > MAX_PIXELS) throw new ImageError('tooLarge')
  return picture
}

/**
 * Reads the header of an image. Throws an `ImageError` when it is unreadable or its first frame is too large
 * to decode.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const { format, width, height, pages } = await measure(bytes)
  const canAnimate = isDecodedAnimation(`image/${format}`)
  const sharp = await loadSharp()
  const still = stillOf(bytes)
  let pixels: Promise<Pixels> | undefined
  const ofPixels = ({ data, width, height }: Pixels) => rawPicture(data, { width, height, channels: 4 })
  return {
    ...{ format, width, height, canAnimate },
    frames: canAnimate ? pages : countFrames(format, bytes),
    openFirst: async () => {
      if (format === 'bmp') pixels ??= Promise.resolve(decodeBmp(bytes))
      if (format === 'heic') pixels ??= decodeHeic(still, MAX_PIXELS)
      if (pixels !== undefined) return ofPixels(await pixels)
      return sharp(still, { ...OPTIONS, pages: 1 })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
    },
    openFrames: (page, pages) => sharp(bytes, { ...OPTIONS, page, pages }).timeout({ seconds: MAX_SECONDS }),
  }
}

/** Reads an image's header. Throws when it is not an image or its first frame is too large to decode. */
async function measure(bytes: Buffer) {
  const known = FORMATS.find(([, hasSignature]) => hasSignature(bytes))?.[0]
  if (known === undefined) throw new ImageError('unreadable')
  const { format, width, height, pages } = await decode(() =>
    known === 'bmp' ? bmpFacts(bytes) : facts(known, bytes),
  )
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) throw new ImageError('tooLarge')
  return { format, width, height, pages }
}

const bmpFacts = async (bytes: Buffer) => ({ format: 'bmp', pages: 1, ...bmpSize(bytes) })

async function facts(known: string, bytes: Buffer) {
  const sharp = await loadSharp()
  const { autoOrient, pages = 1, compression } = await sharp(stillOf(bytes), OPTIONS).metadata()
  // Both formats are stored in the same kind of file, and some brands say nothing of the codec.
  const format = known === 'heic' && compression === 'av1' ? 'avif' : known
  return { format, ...autoOrient, pages }
}

/** Returns a HEIF file as one of a single image, because libvips refuses the brands of sequences. */
function stillOf(bytes: Buffer): Buffer {
  const brand = /^ftyp(avis|hev[cx]|msf1|heim|heis)$/.exec(bytes.toString('latin1', 4, 12))?.[1]
  if (brand === undefined) return bytes
  const still = Buffer.from(bytes)
  still.write(brand === 'avis' ? 'avif' : 'heic', 8, 'latin1')
  return still
}

/** A picture of pixels that are decoded already. With `pageHeight` it has several frames. */
export const rawPicture = async (
  data: Uint8Array | Uint8ClampedArray,
  raw: NonNullable<SharpOptions['raw']>,
): Promise<Sharp> => (await loadSharp())(data, { ...OPTIONS, raw }).timeout({ seconds: MAX_SECONDS })

let running = 0
const waiting: (() => void)[] = []

/** Runs the decoding of an image, at most `CONCURRENCY` at a time. Throws an `ImageError` when it fails. */
export async function decode<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImageError) throw error
    const isLimit = /exceeds pixel limit|timeout/i.test(String(error))
    throw new ImageError(isLimit ? 'tooLarge' : 'unreadable', error)
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
