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

/** Serialises the fields as `JSON.stringify` does; fields that are `JsonText` are taken as they are. */
export function joinedJson(fields: Readonly<Record<string, unknown>>): JoinedJson {
  const pieces: TextPieces[number][] = []
  let comma = ''
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const key = `${comma}${JSON.stringify(name)}:`
    if (value instanceof JsonText) pieces.push(key, ...value.pieces)
    else pieces.push(key + JSON.stringify(value))
    comma = ','
  }
  return new JoinedJson(pieces)
}

/**
 * The pieces as one text: a string when all pieces are strings, so that nothing is copied to a buffer, otherwise a buffer
 * in UTF-8.
 */
export function joined(pieces: TextPieces): string | Buffer {
  const buffers: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      buffers.push(Buffer.from(text), piece instanceof SharedText ? piece.bytes : piece)
      text = ''
    }
  }
  return buffers.length === 0 ? text : Buffer.concat([...buffers, Buffer.from(text)])
}
