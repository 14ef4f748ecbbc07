import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { COMPRESSION_LEVEL } from './compression.ts'
import { shiftOf } from './crc32.ts'

/**
 * Text that was compressed by itself: DEFLATE blocks (RFC 1951) that end at a byte and are not the last ones.
 */
export interface Deflated {
  readonly blocks: Buffer
  /** Bytes of the text. */
  readonly length: number
  /** The CRC-32 of the text. */
  readonly crc: number
  /** `shiftOf` the length. */
  readonly shift: number
}

/** In characters. Shorter texts are not worth a buffer of their own in each response. */
const SHORT = 16 * 1024

/**
 * Text that many responses contain. It is encoded once, and compressed once when a response first needs that.
 * Without it, a gzipped register costs all processes 1.3 times as much.
 */
export class SharedText {
  /** The text, when it is short. */
  readonly short: string | undefined
  #bytes: Buffer | undefined
  #deflated: Promise<Deflated> | undefined

  constructor(text: string | Buffer) {
    if (typeof text === 'string' && text.length < SHORT) this.short = text
    else this.#bytes = Buffer.from(text)
  }

  /** In characters when the text is short, in bytes otherwise. */
  get length(): number {
    return this.short?.length ?? this.bytes.length
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.short!)
    return this.#bytes
  }

  deflated(): Promise<Deflated> {
    this.#deflated ??= deflated(this.bytes).catch((error) => {
      this.#deflated = undefined
      throw error
    })
    return this.#deflated
  }
}

const deflateRawAsync = promisify(deflateRaw)

/** Compresses text off the main thread. */
export async function deflated(text: string | Buffer): Promise<Deflated> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const options = { level: COMPRESSION_LEVEL, finishFlush: constants.Z_SYNC_FLUSH }
  const blocks = bytes.length > STORED_BELOW ? await deflateRawAsync(bytes, options) : stored(bytes)
  return { blocks, length: bytes.length, crc: crc32(bytes), shift: shiftOf(bytes.length) }
}

/** In bytes. A shorter text is not compressed. */
const STORED_BELOW = 64

/** A block without compression (RFC 1951, section 3.2.4). */
function stored(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(bytes.length ^ 0xffff, 3)
  bytes.copy(block, 5)
  return block
}
