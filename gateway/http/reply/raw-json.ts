/** The fields of a response as JSON text. */
export abstract class RawJson {
  /** One object, `{…}`. */
  abstract readonly object: string
}

class WholeJson extends RawJson {
  readonly object: string

  constructor(object: string) {
    super()
    this.object = object
  }
}

/**
 * A response that its handler serialised itself: the JSON text of one object, whose members are added to
 * `result` and `msg`. For hot paths that join prepared pieces.
 */
export const rawJson = (object: string): RawJson => new WholeJson(object)

/** A `RawJson` that many responses share: its body is encoded and compressed once. Made by `sharedJson`. */
export class SharedJson extends WholeJson {
  /** The encoded body; undefined until the first response. */
  body: Buffer | undefined
  gzipped: Promise<Buffer> | undefined
}

/** As `rawJson`, for a response that a handler keeps and returns many times. */
export const sharedJson = (object: string): SharedJson => new SharedJson(object)
