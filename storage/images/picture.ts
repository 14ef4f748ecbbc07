import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** Formats that browsers show, by how their files begin. Whatever else, a script or a drawing, is no picture here. */
const FORMATS: readonly (readonly [format: string, begins: (bytes: Buffer) => boolean])[] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['gif', (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['webp', (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.toString('latin1', 0, 12))],
  ['avif', (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))],
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
  /** More than one for an animation. */
  readonly frames: number
  /** Decodes it, upright, all frames or the first. What is written of it has no metadata. */
  readonly open: (of?: 'all' | 'first') => Sharp
}

/** Throws an `ImageError` for bytes that are no picture, or one that is too large to be decoded. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const format = FORMATS.find(([, begins]) => begins(bytes))?.[0]
  if (format === undefined) throw new ImageError('unreadable')
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, limitInputChannels: 5 }
  const { width, height, pages = 1 } = await readable(() => sharp(bytes, options).metadata())
  if (Math.max(width, height) > MAX_SIDE || pages > MAX_FRAMES || width * height * pages > MAX_PIXELS) {
    throw new ImageError('tooLarge')
  }
  const open = (of: 'all' | 'first' = 'first') =>
    sharp(bytes, { ...options, animated: of === 'all' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
  return { format, frames: pages, open }
}

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
