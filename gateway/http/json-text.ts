/** JSON as text, in pieces: those that many responses contain are kept encoded. */
export type TextPieces = readonly (string | Buffer)[]

/** A value that its maker serialised: a field of a response made by `joinedJson`. */
export class JsonText {
  readonly pieces: TextPieces

  constructor(pieces: TextPieces) {
    this.pieces = pieces
  }

  /** For `JSON.stringify`, where the value is wanted after all. */
  toJSON(): unknown {
    return JSON.parse(encoded(this.pieces).toString())
  }
}

/** A list of values that are JSON text. */
export function jsonList(values: readonly string[]): JsonText {
  return new JsonText([`[${values.join(',')}]`])
}

/** A response of which some fields are `JsonText`. Made by `joinedJson`. */
export class JoinedJson {
  /** Its members, without the braces. */
  readonly members: TextPieces

  constructor(members: TextPieces) {
    this.members = members
  }

  toJSON(): unknown {
    return JSON.parse(`{${encoded(this.members)}}`)
  }
}

/** What `JSON.stringify` makes of the fields, with what is text already as it is. */
export function joinedJson(fields: Readonly<Record<string, unknown>>): JoinedJson {
  const pieces: (string | Buffer)[] = []
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

/** The text as it travels. */
export function encoded(pieces: TextPieces): Buffer {
  const buffers: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      buffers.push(Buffer.from(text), piece)
      text = ''
    }
  }
  return Buffer.concat([...buffers, Buffer.from(text)])
}
