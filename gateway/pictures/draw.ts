import { crc32, deflateSync } from 'node:zlib'

/** The number of squares on each side, and the width of the margin in squares. */
const SQUARES = 5
const MARGIN = 1
const BACKGROUND = [0xf0, 0xf0, 0xf0]

/**
 * Draws a default picture: squares in one colour, symmetric from left to right. The 12 bytes of `seed`
 * determine it. Returns a PNG of `side` pixels, in well under a millisecond.
 */
export function draw(seed: Buffer, side: number): Buffer {
  const cells = SQUARES + 2 * MARGIN
  const cellOf = (pixel: number) => Math.floor((pixel * cells) / side) - MARGIN
  // All rows of pixels of a line of squares are equal.
  const lines = Array.from({ length: cells }, (_, n) => {
    const row = Buffer.alloc(1 + Math.ceil(side / 8)) // the first byte is the PNG filter: none
    for (let x = 0; x < side; x++)
      if (isFilled(seed, cellOf(x), n - MARGIN)) row[1 + (x >> 3)]! |= 0x80 >> (x & 7)
    return row
  })
  const rows = Array.from({ length: side }, (_, y) => lines[cellOf(y) + MARGIN]!)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 3], 8) // one bit for each pixel, from a palette
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...BACKGROUND, ...colour(seed)])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function isFilled(seed: Buffer, column: number, line: number): boolean {
  if (Math.min(column, line) < 0 || Math.max(column, line) >= SQUARES) return false
  const mirrored = Math.min(column, SQUARES - 1 - column)
  const bit = mirrored * SQUARES + line
  return ((seed[2 + (bit >> 3)]! >> (bit & 7)) & 1) === 1
}

/** A colour of any hue that is dark enough to see on the background. */
function colour(seed: Buffer): number[] {
  const hue = seed.readUInt16BE(0) / 0x10000
  return [0, 1 / 3, 2 / 3].map((third) => {
    const distance = Math.abs(((((hue + third) % 1) + 1) % 1) - 0.5) * 6
    return Math.round(60 + 130 * Math.min(Math.max(distance - 1, 0), 1))
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(data.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}
