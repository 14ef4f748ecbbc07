import sharp, { type Sharp, type SharpOptions } from 'sharp'

type Format = readonly [format: string, begins: (bytes: Buffer) => boolean]

/** Formats that browsers show, by how their files begin. Whatever else, a script or a drawing, is no picture here. */
const SHOWN: readonly Format[] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['gif', (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['webp', (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.toString('latin1', 0, 12))],
  ['avif', (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))],
]

/** As they are, and those that can be decoded all the same. HEIC cannot: its codec comes with no free library. */
const DECODED: readonly Format[] = [
  ...SHOWN,
  ['tiff', (bytes) => /^(?:II\*\0|MM\0\*)$/.test(bytes.toString('latin1', 0, 4))],
]

/** Pixels that a picture may have, all its frames together: each takes four bytes and more while it is read. */
const MAX_PIXELS = 50_000_000
const MAX_FRAMES = 1_000
const MAX_SECONDS = 20

/** Decoders that run at once in a process: they share the threads on which files are read. */
const TOGETHER = 2

/** Most pixels that are taken at a side: wider, some formats cannot be written. */
const MAX_SIDE = 16_000

/** Pictures are read once each: what libvips keeps of them is never asked for again. */
sharp.cache(false)
sharp.concurrency(1)

export type ImageFailure = 'unreadable' | 'tooLarge'

/** Bytes that are no picture that can be read, or one of too many pixels. */
export class ImageError extends Error {
  readonly failure: ImageFailure

  constructor(failure: ImageFailure, cause?: unknown) {
    super(`image: ${failure}`, { cause })
    this.name = 'ImageError'
    this.failure = failure
  }
}

/** A picture that has been looked at, and not decoded yet. */
export interface Picture {
  readonly format: string
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  /** More than one for an animation. */
  readonly frames: number
  /** Decodes it, upright, all frames or the first. What is written of it has no metadata. */
  readonly open: (of?: 'all' | 'first') => Sharp
}

const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, limitInputChannels: 5 }

/** Throws an `ImageError` for bytes that are no picture, or one that is too large to be decoded. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const { format, width, height, frames } = await measure(bytes, SHOWN)
  if (frames > MAX_FRAMES || width * height * frames > MAX_PIXELS) throw new ImageError('tooLarge')
  return { format, width, height, frames, open: opener(bytes, frames) }
}

/**
 * As `readPicture`, also of formats that browsers do not show, and of an animation only as many frames as may be
 * decoded. Of several pages the first is the picture.
 */
export async function readUploadedPicture(bytes: Buffer): Promise<Picture> {
  const { format, width, height, frames: all } = await measure(bytes, DECODED)
  const moves = format === 'gif' || format === 'webp'
  const frames = moves ? Math.min(all, MAX_FRAMES, Math.floor(MAX_PIXELS / (width * height))) : 1
  return { format, width, height, frames, open: opener(bytes, frames) }
}

/** Looks at a picture's head. Throws for what is none, and for one of which not even the first frame may be decoded. */
async function measure(bytes: Buffer, formats: readonly Format[]) {
  const format = formats.find(([, begins]) => begins(bytes))?.[0]
  if (format === undefined) throw new ImageError('unreadable')
  const found = await readable(() => sharp(bytes, OPTIONS).metadata())
  const { width, height } = found.autoOrient
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) throw new ImageError('tooLarge')
  return { format, width, height, frames: found.pages ?? 1 }
}

const opener =
  (bytes: Buffer, frames: number) =>
  (of: 'all' | 'first' = 'first'): Sharp =>
    sharp(bytes, { ...OPTIONS, pages: of === 'all' ? frames : 1 })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()

let running = 0
const waiting: (() => void)[] = []

/** Runs what decodes a picture, a few at a time. Throws an `ImageError` when it cannot be decoded. */
export async function readable<T>(work: () => Promise<T>): Promise<T> {
  if (running >= TOGETHER) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } catch (error) {
    const isLimit = /exceeds pixel limit|timeout/i.test(String(error))
    throw new ImageError(isLimit ? 'tooLarge' : 'unreadable', error)
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
