/** Pixels as red, green, blue and opacity, row by row from the top. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}

interface Header {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bitsPerPixel: number
  readonly compression: number
  readonly palette: readonly Colour[]
  /** Bits of red, green, blue and opacity in a pixel without a palette. */
  readonly masks: readonly [number, number, number, number]
  readonly pixels: Buffer
}

type Colour = readonly [red: number, green: number, blue: number]

const RLE8 = 1
const RLE4 = 2
const BITFIELDS = 3
const ALPHA_BITFIELDS = 6

/** Reads the size of a BMP file in pixels. Throws when its header is invalid or its kind unknown. */
export function bmpSize(bytes: Buffer): { width: number; height: number } {
  const { width, height } = readHeader(bytes)
  return { width, height }
}

/**
 * Decodes a BMP file: 1 to 32 bits for each pixel, with or without a palette, run lengths or masks. The
 * caller has checked its size. Throws when it is not whole.
 */
export function decodeBmp(bytes: Buffer): Pixels {
  const header = readHeader(bytes)
  const { width, height, compression } = header
  const data = new Uint8Array(width * height * 4)
  if (compression === RLE8 || compression === RLE4) decodeRuns(header, data)
  else decodeRows(header, data)
  return { width, height, data }
}

function readHeader(bytes: Buffer): Header {
  const size = bytes.readUInt32LE(14)
  const isOld = size === 12
  const width = isOld ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const rows = isOld ? bytes.readUInt16LE(20) : bytes.readInt32LE(22)
  const bitsPerPixel = bytes.readUInt16LE(isOld ? 24 : 28)
  const compression = isOld ? 0 : bytes.readUInt32LE(30)
  const bits = [[1, 4, 8, 16, 24, 32], [8], [4], [16, 32], [], [], [16, 32]][compression]
  if (bits?.includes(bitsPerPixel) !== true || width <= 0 || rows === 0 || (!isOld && size < 40)) {
    throw new Error('an unknown kind of BMP')
  }
  const masksAfter =
    size === 40 ? (compression === BITFIELDS ? 12 : compression === ALPHA_BITFIELDS ? 16 : 0) : 0
  const start = bytes.readUInt32LE(10)
  const palette = readPalette(bytes, 14 + size + masksAfter, start, isOld ? 3 : 4, bitsPerPixel)
  const masks = masksOf(bytes, bitsPerPixel, compression, size)
  const pixels = bytes.subarray(start)
  return {
    width,
    height: Math.abs(rows),
    isTopDown: rows < 0,
    bitsPerPixel,
    compression,
    palette,
    masks,
    pixels,
  }
}

function readPalette(bytes: Buffer, from: number, to: number, step: number, bitsPerPixel: number): Colour[] {
  if (bitsPerPixel > 8) return []
  const count = Math.min(2 ** bitsPerPixel, Math.floor((Math.min(to, bytes.length) - from) / step))
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = from + index * step
    return [bytes[at + 2]!, bytes[at + 1]!, bytes[at]!]
  })
}

function masksOf(bytes: Buffer, bitsPerPixel: number, compression: number, size: number): Header['masks'] {
  if (compression === BITFIELDS || compression === ALPHA_BITFIELDS) {
    const hasAlpha = compression === ALPHA_BITFIELDS || size >= 56
    const mask = (index: number) => bytes.readUInt32LE(54 + 4 * index)
    return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0]
  }
  return bitsPerPixel === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]
}

function decodeRows(header: Header, data: Uint8Array): void {
  const { width, height, bitsPerPixel, pixels, masks } = header
  const stride = Math.ceil((width * bitsPerPixel) / 32) * 4
  if (pixels.length < stride * (height - 1) + Math.ceil((width * bitsPerPixel) / 8))
    throw new Error('a BMP without its end')
  const channels = masks.map(channelOf)
  const bytesPerPixel = bitsPerPixel / 8
  for (let y = 0; y < height; y += 1) {
    const row = stride * y
    for (let x = 0; x < width; x += 1) {
      const at = targetOf(header, x, y)
      if (bitsPerPixel <= 8) {
        const bit = x * bitsPerPixel
        const shift = 8 - bitsPerPixel - (bit & 7)
        put(header, data, at, (pixels[row + (bit >> 3)]! >> shift) & (2 ** bitsPerPixel - 1))
        continue
      }
      const pixel = pixels.readUIntLE(row + x * bytesPerPixel, bytesPerPixel)
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = channels[channel]!(pixel)
      data[at + 3] = masks[3] === 0 ? 255 : channels[3]!(pixel)
    }
  }
}

/** Returns a function that takes the bits of a mask out of a pixel, as a number up to 255. */
function channelOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most)
}

/** Each run takes at least two bytes, and pixels that no run covers stay transparent. */
function decodeRuns(header: Header, data: Uint8Array): void {
  const { width, height, compression, pixels } = header
  const isHalf = compression === RLE4
  let [x, y, at] = [0, 0, 0]
  const write = (index: number) => {
    if (x < width) put(header, data, targetOf(header, x, y), index)
    x += 1
  }
  const half = (byte: number, index: number) => (index % 2 === 0 ? byte >> 4 : byte & 15)
  while (y < height) {
    if (at + 1 >= pixels.length) throw new Error('a BMP without its end')
    const [count, value] = [pixels[at]!, pixels[at + 1]!]
    at += 2
    if (count > 0) {
      for (let index = 0; index < count; index += 1) write(isHalf ? half(value, index) : value)
    } else if (value === 0) {
      x = 0
      y += 1
    } else if (value === 1) {
      return
    } else if (value === 2) {
      x += pixels[at] ?? 0
      y += pixels[at + 1] ?? 0
      at += 2
    } else {
      const length = isHalf ? Math.ceil(value / 2) : value
      if (at + length > pixels.length) throw new Error('a BMP without its end')
      for (let index = 0; index < value; index += 1) {
        write(isHalf ? half(pixels[at + (index >> 1)]!, index) : pixels[at + index]!)
      }
      at += length + (length % 2)
    }
  }
}

const targetOf = ({ width, height, isTopDown }: Header, x: number, y: number): number =>
  ((isTopDown ? y : height - 1 - y) * width + x) * 4

function put({ palette }: Header, data: Uint8Array, at: number, index: number): void {
  const [red, green, blue] = palette[index] ?? [0, 0, 0]
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
  data[at + 3] = 255
}
