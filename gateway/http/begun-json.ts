import { RawJson } from './endpoint.ts'
import { SharedText } from './shared-text.ts'

/** The beginning of a JSON object that many responses share. It is encoded once, and compressed once, for all of them. */
export class JsonBeginning {
  /** `{"name":value,…`. */
  readonly text: string
  #body: SharedText | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The beginning of the body. `envelope` is what comes before the first name, the same for all responses. */
  bodyAfter(envelope: string): SharedText {
    this.#body ??= new SharedText(envelope + this.text.slice(1))
    return this.#body
  }
}

/** As `rawJson`, for responses that differ in their last members only. */
export class BegunJson extends RawJson {
  readonly beginning: JsonBeginning
  /** What follows the beginning, with the closing brace. */
  readonly end: string

  constructor(beginning: JsonBeginning, end: string) {
    super(beginning.text + end)
    this.beginning = beginning
    this.end = end
  }
}

/** The beginning and the end as one body. */
export function bytesOfBoth(beginning: Buffer, end: string): Buffer {
  const bytes = Buffer.allocUnsafe(beginning.length + Buffer.byteLength(end))
  beginning.copy(bytes)
  bytes.write(end, beginning.length)
  return bytes
}
