import { isUtf8 } from 'node:buffer'
import { malformed } from '../errors/errors.ts'
import { utf8Text } from './utf8.ts'

/** Longer texts are decoded byte by byte: decodeURIComponent starts again where an escape is wrong. */
const SHORT_TEXT = 4096

/**
 * Decodes percent-encoding in linear time. A `%` that begins no escape is a literal `%`, as existing clients
 * expect. Throws 400 when the decoded bytes are not UTF-8.
 */
export function unescapePercent(text: string): string {
  if (!text.includes('%')) return text
  if (text.length <= SHORT_TEXT) {
    try {
      return decodeURIComponent(text)
    } catch {
      // A wrong escape, or bytes that are not UTF-8.
    }
  }
  return decodeBytes(Buffer.from(text), PLUS, Number.POSITIVE_INFINITY)!
}

/**
 * Like `unescapePercent`, for a value of a URL-encoded form, where a `+` is a space. `replaceAll` takes a
 * quarter of a second for millions of them. Returns undefined as soon as the decoded text is longer than
 * `most` characters, or UTF-16 code units where it has no escapes, when `text` is longer than that.
 */
export function unescapeForm(text: string, most = Number.POSITIVE_INFINITY): string | undefined {
  if (text.length > SHORT_TEXT) {
    if (text.includes('%')) return decodeBytes(Buffer.from(text), SPACE, most)
    if (text.length > most) return undefined
    return text.includes('+') ? withSpaces(Buffer.from(text)) : text
  }
  return unescapePercent(text.replaceAll('+', ' '))
}

function withSpaces(bytes: Buffer): string {
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === PLUS) bytes[index] = SPACE
  return utf8Text(bytes)
}

const PERCENT = 37
const PLUS = 43
const SPACE = 32
/** Bytes of UTF-8 that continue a character. */
const CONTINUATION = 0b10_000000
const CONTINUATION_MASK = 0b11_000000

/** `plus`: the byte that a `+` becomes. Returns undefined for more than `most` characters. */
function decodeBytes(bytes: Buffer, plus: number, most: number): string | undefined {
  const last = bytes.length - 2
  let to = 0
  let characters = 0
  for (let from = 0; from < bytes.length; from++) {
    const byte = bytes[from]!
    let decodedByte = byte
    if (byte === PERCENT && from < last) {
      const high = HEX[bytes[from + 1]!]!
      const low = HEX[bytes[from + 2]!]!
      if (high >= 0 && low >= 0) {
        decodedByte = high * 16 + low
        from += 2
      }
    } else if (byte === PLUS) decodedByte = plus
    bytes[to++] = decodedByte
    if ((decodedByte & CONTINUATION_MASK) !== CONTINUATION && ++characters > most) return undefined
  }
  const decoded = bytes.subarray(0, to)
  if (!isUtf8(decoded)) throw malformed('UTF-8 in a parameter')
  return utf8Text(decoded)
}

/** The value of a hexadecimal digit by its character code; -1 for other characters. */
const HEX = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? -1 : digit
})
