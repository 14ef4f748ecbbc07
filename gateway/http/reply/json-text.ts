import { SharedText } from './shared-text.ts'

/** JSON text in pieces. */
export type TextPieces = readonly (string | Buffer | SharedText)[]

/**
 * A value that is already serialised: a field of `joinedJson`, or the object that a handler answers with. The
 * first and the last piece of an object are strings, which begin and end with its braces.
 */
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

/**
 * Serialises the fields of all parts as one object, as `JSON.stringify` does. Parts and fields that are
 * `JsonText` are taken as they are. No two parts may have the same field.
 */
export function joinedJson(...parts: readonly (JsonText | Readonly<Record<string, unknown>>)[]): JsonText {
  const pieces: TextPieces[number][] = []
  for (const part of parts) {
    const members = part instanceof JsonText ? membersOf(part) : serialisedMembers(part)
    if (members.length > 0) pieces.push(pieces.length > 0 ? ',' : '{', ...members)
  }
  return new JsonText(pieces.length > 0 ? [...pieces, '}'] : ['{}'])
}

/** An object that many responses contain: its members are encoded once, and compressed once. */
export function sharedJson(object: JsonText): JsonText {
  const members = membersOf(object)
  return members.length === 0 ? object : new JsonText(['{', new SharedText(joined(members)), '}'])
}

/** The members of an object, without its braces. */
export function membersOf({ pieces }: JsonText): TextPieces {
  const members = [...pieces]
  members[0] = (members[0] as string).slice(1)
  members.push((members.pop() as string).slice(0, -1))
  return members.filter((piece) => piece !== '')
}

function serialisedMembers(fields: Readonly<Record<string, unknown>>): TextPieces {
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

/** The pieces as one text: a string when all pieces are strings or short, otherwise a buffer in UTF-8. */
export function joined(pieces: TextPieces): string | Buffer {
  const parts: (string | Buffer)[] = []
  let text = ''
  for (const piece of pieces) {
    const own = piece instanceof SharedText ? (piece.short ?? piece.bytes) : piece
    if (typeof own === 'string') text += own
    else {
      if (text !== '') parts.push(text)
      parts.push(own)
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

/**
 * The pieces in UTF-8, few and without a copy of those that are long: with one copy, a register costs all
 * processes 1.16 times as much.
 */
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
    const bytes = piece instanceof SharedText ? (piece.short ?? piece.bytes) : piece
    if (typeof bytes === 'string' || bytes.length < SENT_ALONE) short.push(bytes)
    else {
      end()
      buffers.push(bytes)
    }
  }
  end()
  return buffers
}
