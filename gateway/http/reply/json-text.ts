import { SharedText } from './shared-text.ts'

/** JSON text in pieces. */
export type TextPieces = readonly (string | Buffer | SharedText)[]

/** A value that is already serialised, as a field of `joinedJson`. */
export class JsonText {
  readonly pieces: TextPieces

  constructor(pieces: TextPieces) {
    this.pieces = pieces
  }

  /** The value itself, for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(joined(this.pieces).toString())
  }
}

/** A list of values that are already JSON text. */
export function jsonList(values: readonly string[]): JsonText {
  let text = '['
  // Appending does not copy; `join` would, once more than needed.
  for (const [index, value] of values.entries()) text += index === 0 ? value : `,${value}`
  return new JsonText([`${text}]`])
}

/** A response with fields that are `JsonText`. Made by `joinedJson`. */
export class JoinedJson {
  /** The members of the object, without the braces. */
  readonly members: TextPieces

  constructor(members: TextPieces) {
    this.members = members
  }

  toJSON(): unknown {
    return JSON.parse(`{${joined(this.members)}}`)
  }
}

/**
 * Serialises the fields of all parts as one object, as `JSON.stringify` does. Fields that are `JsonText` are
 * taken as they are. No two parts may have the same field.
 */
export function joinedJson(
  ...parts: readonly (JoinedJson | Readonly<Record<string, unknown>>)[]
): JoinedJson {
  const pieces: TextPieces[number][] = []
  for (const part of parts) {
    const members = part instanceof JoinedJson ? part.members : membersOf(part)
    if (members.length > 0) pieces.push(...(pieces.length > 0 ? [',', ...members] : members))
  }
  return new JoinedJson(pieces)
}

function membersOf(fields: Readonly<Record<string, unknown>>): TextPieces {
  if (!Object.values(fields).some((value) => value instanceof JsonText)) {
    const text = JSON.stringify(fields).slice(1, -1)
    return text === '' ? [] : [text]
  }
  const pieces: TextPieces[number][] = []
  let comma = ''
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const key = `${comma}${JSON.stringify(name)}:`
    if (value instanceof JsonText) pieces.push(key, ...value.pieces)
    else pieces.push(key + JSON.stringify(value))
    comma = ','
  }
  return pieces
}

/**
 * The pieces as one text: a string when all pieces are strings, so that nothing is copied to a buffer,
 * otherwise a buffer in UTF-8.
 */
export function joined(pieces: TextPieces): string | Buffer {
  const parts: (string | Buffer)[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      if (text !== '') parts.push(text)
      parts.push(piece instanceof SharedText ? piece.bytes : piece)
      text = ''
    }
  }
  if (parts.length === 0) return text
  if (text !== '') parts.push(text)
  return encoded(parts)
}

/**
 * Encodes into one buffer, because one for each text would be copied once more, and be garbage for V8 to
 * collect.
 */
function encoded(parts: readonly (string | Buffer)[]): Buffer {
  const lengths = parts.map((part) => (typeof part === 'string' ? Buffer.byteLength(part) : part.length))
  const whole = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') whole.write(part, at)
    else whole.set(part, at)
    at += lengths[index]!
  }
  return whole
}

/** In bytes. Longer pieces of a body are sent by a call of their own, shorter ones are joined before. */
const SENT_ALONE = 64 * 1024

/** The pieces in UTF-8, few and without a copy of those that are long. */
export function buffersOf(pieces: TextPieces): Buffer[] {
  const buffers: Buffer[] = []
  let short: (string | Buffer | SharedText)[] = []
  const end = () => {
    if (short.length === 0) return
    const text = joined(short)
    buffers.push(typeof text === 'string' ? Buffer.from(text) : text)
    short = []
  }
  for (const piece of pieces) {
    const bytes = piece instanceof SharedText ? piece.bytes : piece
    if (typeof bytes === 'string' || bytes.length < SENT_ALONE) short.push(bytes)
    else {
      end()
      buffers.push(bytes)
    }
  }
  end()
  return buffers
}
