/** Most boxes or chunks of a file that are read. Files of cameras and programs have some dozens. */
const MAX_PARTS = 10_000
/** The greatest number that the database stores. */
const MAX_COUNT = 2 ** 31 - 1

const SIGNATURE_OF_PNG = 8
/** The boxes that lead to the list of the frames of a track. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

/**
 * Returns the frames of an animation of which libvips finds only the first: an animated PNG, AVIF or HEIC.
 * Returns 1 for other files, and for files that are not whole. Decodes nothing.
 */
export function countFrames(format: string, bytes: Buffer): number {
  const count = format === 'png' ? framesOfPng(bytes) : hasBoxes(format) ? framesOfTracks(bytes) : 1
  return Math.min(Math.max(count, 1), MAX_COUNT)
}

const hasBoxes = (format: string): boolean => format === 'avif' || format === 'heic'

/** An animated PNG has the chunk `acTL` before its pixels. */
function framesOfPng(bytes: Buffer): number {
  let at = SIGNATURE_OF_PNG
  for (let parts = 0; parts < MAX_PARTS && at + 12 <= bytes.length; parts += 1) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return 1
    if (type === 'acTL') return bytes.readUInt32BE(at + 8)
    at += 12 + bytes.readUInt32BE(at)
  }
  return 1
}

/** A sequence of images has tracks as a video has; the box `stsz` of a track counts its frames. */
function framesOfTracks(bytes: Buffer): number {
  let most = 1
  let at = 0
  for (let parts = 0; parts < MAX_PARTS && at + 8 <= bytes.length; parts += 1) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isLong = bytes.readUInt32BE(at) === 1
    if (isLong && at + 16 > bytes.length) break
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at)
    const header = isLong ? 16 : 8
    if (type === 'stsz' && at + header + 12 <= bytes.length) {
      most = Math.max(most, bytes.readUInt32BE(at + header + 8))
    }
    if (CONTAINERS.has(type)) at += header
    else if (size >= header) at += size
    else break // The last box may have the size 0.
  }
  return most
}
