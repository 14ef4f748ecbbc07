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
 * quarter of a second for millions of them. Returns undefined for a long text that has more than `most`
 * UTF-16 code units when it is decoded.
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
/**
 * Literal `%` in a text longer than `SHORT_TEXT`. The longest text of a parameter has no more characters, and
 * a client writes JSON of this length with escapes or with few `%`.
 */
const MAX_LITERAL_PERCENTS = 100_000

/**
 * `plus`: the byte that a `+` becomes. Returns undefined for more than `most` UTF-16 code units. Throws 400
 * for bytes that are not UTF-8, and for too many literal `%`.
 */
function decodeBytes(bytes: Buffer, plus: number, most: number): string | undefined {
  const { length } = bytes
  const last = length - 2
  let to = 0
  let literals = 0
  for (let from = 0; from < length; from++) {
    let byte = bytes[from]!
    if (byte === PERCENT) {
      const escaped = from < last ? ESCAPES[bytes[from + 1]! * 256 + bytes[from + 2]!]! : NO_ESCAPE
      if (escaped === NO_ESCAPE) {
        if (++literals > MAX_LITERAL_PERCENTS) throw malformed('percent-encoding in a parameter')
      } else {
        byte = escaped
        from += 2
      }
    } else if (byte === PLUS) byte = plus
    bytes[to++] = byte
  }
  const decoded = bytes.subarray(0, to)
  if (!isUtf8(decoded)) throw malformed('UTF-8 in a parameter')
  const text = utf8Text(decoded)
  return text.length > most ? undefined : text
}

const NO_ESCAPE = -1

/** The byte of each escape, by the codes of its two characters; `NO_ESCAPE` for others. */
const ESCAPES = Int16Array.from({ length: 65_536 }, (_, codes) => {
  const digits = String.fromCharCode(codes >> 8, codes & 255)
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : NO_ESCAPE
})
