import type { Sharp, SharpOptions } from 'sharp'
import { bmpSize, decodeBmp, type Pixels } from './bmp.ts'
import { decodeHeic } from './heic.ts'

type Format = readonly [format: string, hasSignature: (bytes: Buffer) => boolean]

/**
 * Formats that browsers display, recognized by their signature. All other files, SVG included, are not images
 * here.
 */
const BROWSER_FORMATS: readonly Format[] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['gif', (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['webp', (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.toString('latin1', 0, 12))],
  ['avif', (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))],
]

/** Formats that can be decoded. libvips reads only the header of HEIC, and nothing of BMP. */
const DECODED_FORMATS: readonly Format[] = [
  ...BROWSER_FORMATS,
  ['bmp', (bytes) => bytes.toString('latin1', 0, 2) === 'BM'],
  ['heic', (bytes) => /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)$/.test(bytes.toString('latin1', 4, 12))],
  ['tiff', (bytes) => /^(?:II\*\0|MM\0\*)$/.test(bytes.toString('latin1', 0, 4))],
]

/** Most pixels of an image, over all its frames. Each takes at least four bytes while it is decoded. */
export const MAX_PIXELS = 50_000_000
/**
 * Most pixels of all frames of an animation that is decoded in parts. A larger one is shown as a still
 * image.
 */
const MAX_ANIMATION_PIXELS = 500_000_000
const MAX_FRAMES = 1_000
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
  /** More than one for an animation. */
  readonly frames: number
  /** Decodes all frames or the first one, rotated upright. The output has no metadata. */
  readonly open: (of?: 'all' | 'first') => Sharp
}

/** As `Picture`, for a format that browsers may not display. */
export interface UploadedPicture extends Omit<Picture, 'open'> {
  /** Decodes the first frame, rotated upright. The output has no metadata. */
  readonly openFirst: () => Promise<Sharp>
  /** Decodes `count` frames from the one with this number. */
  readonly openFrames: (from: number, count: number) => Sharp
}

const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, limitInputChannels: 5 }

/** Reads the header of an image. Throws an `ImageError` when it is unreadable or too large to decode. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const { format, width, height, frames } = await measure(bytes, BROWSER_FORMATS)
  if (frames > MAX_FRAMES || width * height * frames > MAX_PIXELS) throw new ImageError('tooLarge')
  return { format, width, height, frames, open: opener(await loadSharp(), bytes, frames) }
}

/**
 * Like `readPicture`, but also accepts formats that browsers do not display. An animation that is too large
 * to decode in parts has one frame, and so has a document with several pages, or an animation in a format
 * of which only the first frame can be decoded.
 */
export async function readUploadedPicture(bytes: Buffer): Promise<UploadedPicture> {
  const { format, width, height, frames: all } = await measure(bytes, DECODED_FORMATS)
  const canBeAnimated = format === 'gif' || format === 'webp'
  const isWhole = all <= MAX_FRAMES && all * width * height <= MAX_ANIMATION_PIXELS
  const frames = canBeAnimated && isWhole ? all : 1
  const sharp = await loadSharp()
  const still = stillOf(bytes)
  let heic: Promise<Pixels> | undefined
  const ofPixels = ({ data, width, height }: Pixels) => rawPicture(data, { width, height, channels: 4 })
  return {
    ...{ format, width, height, frames },
    openFirst: async () => {
      if (format === 'bmp') return ofPixels(decodeBmp(bytes))
      if (format === 'heic') {
        heic ??= decodeHeic(still, MAX_PIXELS)
        return ofPixels(await heic)
      }
      return opener(sharp, still, 1)()
    },
    openFrames: (page, pages) => sharp(bytes, { ...OPTIONS, page, pages }).timeout({ seconds: MAX_SECONDS }),
  }
}

/** Reads an image's header. Throws when it is not an image or its first frame is too large to decode. */
async function measure(bytes: Buffer, formats: readonly Format[]) {
  const known = formats.find(([, hasSignature]) => hasSignature(bytes))?.[0]
  if (known === undefined) throw new ImageError('unreadable')
  const { format, width, height, frames } = await decode(() =>
    known === 'bmp' ? bmpFacts(bytes) : facts(known, bytes),
  )
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) throw new ImageError('tooLarge')
  return { format, width, height, frames }
}

const bmpFacts = async (bytes: Buffer) => ({ format: 'bmp', frames: 1, ...bmpSize(bytes) })

async function facts(known: string, bytes: Buffer) {
  const sharp = await loadSharp()
  const { autoOrient, pages = 1, compression } = await sharp(stillOf(bytes), OPTIONS).metadata()
  // Both formats are stored in the same kind of file, and some brands say nothing of the codec.
  const format = known === 'heic' && compression === 'av1' ? 'avif' : known
  return { format, ...autoOrient, frames: pages }
}

/** Returns a HEIF file as one of a single image, because libvips refuses the brands of sequences. */
function stillOf(bytes: Buffer): Buffer {
  const brand = /^ftyp(avis|hev[cx]|msf1|heim|heis)$/.exec(bytes.toString('latin1', 4, 12))?.[1]
  if (brand === undefined) return bytes
  const still = Buffer.from(bytes)
  still.write(brand === 'avis' ? 'avif' : 'heic', 8, 'latin1')
  return still
}

const opener =
  (sharp: Awaited<ReturnType<typeof loadSharp>>, bytes: Buffer, frames: number) =>
  (of: 'all' | 'first' = 'first'): Sharp =>
    sharp(bytes, { ...OPTIONS, pages: of === 'all' ? frames : 1 })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()

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
