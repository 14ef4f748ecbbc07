import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Answer, Client } from './client.ts'
import { formOf, type TestFile } from './upload.ts'

export const RED = { r: 255, g: 0, b: 0 }
export const BLUE = { r: 0, g: 0, b: 255 }

/** A picture of one colour. */
export const solidPicture = (width = 200, height = 100, background = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

/** An animation of two frames, red and blue. */
export async function animation(format: 'gif' | 'webp', width = 80, height = 40): Promise<Buffer> {
  const frames = await Promise.all(
    [RED, BLUE].map((colour) => solidPicture(width, height, colour).png().toBuffer()),
  )
  const moving = sharp(frames, { join: { animated: true } })
  return (format === 'gif' ? moving.gif() : moving.webp({ lossless: true })).toBuffer()
}

/** An animated GIF of tiny frames, red and blue in turn. */
export async function longAnimation(frames: number): Promise<Buffer> {
  const side = 2
  const pixels = Buffer.alloc(side * side * frames * 3, 0)
  for (let at = 0; at < pixels.length; at += 3) {
    const frame = Math.floor(at / (side * side * 3))
    pixels.set(frame % 2 === 0 ? [255, 0, 0] : [0, 0, 255], at)
  }
  const raw = { width: side, height: side * frames, pageHeight: side, channels: 3 } as const
  return sharp(pixels, { raw, limitInputPixels: false }).gif().toBuffer()
}

/** A PNG that says of itself that it is an animation of `frames` frames. */
export async function animatedPng(frames: number): Promise<Buffer> {
  const png = await solidPicture(80, 40).png().toBuffer()
  const afterHeader = 33
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  return Buffer.concat([png.subarray(0, afterHeader), chunk('acTL', control), png.subarray(afterHeader)])
}

/** A small PNG file with an image of any size in one colour. */
export function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** A BMP file of these pixels, as stored: rows from the bottom, each a multiple of four bytes. */
export function bmpOf(
  width: number,
  height: number,
  bits: number,
  pixels: readonly number[],
  { compression = 0, palette = [] as number[], masks = [] as number[], headerSize = 40 } = {},
): Buffer {
  const header = Buffer.alloc(14 + headerSize)
  header.write('BM')
  header.writeUInt32LE(header.length + palette.length + (headerSize === 40 ? 4 * masks.length : 0), 10)
  header.writeUInt32LE(headerSize, 14)
  if (headerSize === 12) {
    header.writeUInt16LE(width, 18)
    header.writeUInt16LE(height, 20)
    header.writeUInt16LE(bits, 24)
    return Buffer.concat([header, Buffer.from(palette), Buffer.from(pixels)])
  }
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(compression, 30)
  const maskBytes = Buffer.alloc(4 * masks.length)
  for (const [index, mask] of masks.entries()) maskBytes.writeUInt32LE(mask >>> 0, 4 * index)
  if (headerSize === 40) return Buffer.concat([header, maskBytes, Buffer.from(palette), Buffer.from(pixels)])
  maskBytes.copy(header, 54)
  return Buffer.concat([header, Buffer.from(palette), Buffer.from(pixels)])
}

/** Files that are not images or that the server must not decode, with the error messages for them. */
export async function hostilePictures(): Promise<[name: string, bytes: Buffer, msg: string][]> {
  const unreadable = 'Could not decode image; did you upload an image file?'
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 300, height: 300, channels: 3, background: RED, noise } as const
  const jpeg = await sharp({ create }).jpeg().toBuffer()
  const png = await sharp({ create }).png().toBuffer()
  const gif = await animation('gif')
  return [
    ['nothing', Buffer.alloc(0), unreadable],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), unreadable],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), unreadable],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), unreadable],
    ['half a PNG', png.subarray(0, png.length / 2), unreadable],
    ['the beginning of a GIF', gif.subarray(0, 20), unreadable],
    ['a signature', png.subarray(0, 8), unreadable],
    ['20,000 × 20,000 pixels', decompressionBomb(20_000, 20_000), 'Image size exceeds limit.'],
    ['30,000 × 1 pixels', decompressionBomb(30_000, 1), 'Image size exceeds limit.'],
  ]
}

/** Sends files to an endpoint by POST. */
export function sendPicture(client: Client, path: string, ...files: TestFile[]): Promise<Answer> {
  const { body, headers } = formOf(files)
  return client.request('POST', path, body, headers)
}

export const pictureOf = (bytes: Buffer, name = 'picture.png'): TestFile => ({
  name,
  type: 'image/png',
  bytes,
})
