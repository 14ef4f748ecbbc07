import { RawJson } from './endpoint.ts'
import { BUFFERED_BY_SOCKET } from './send-body.ts'
import { SharedText } from './shared-text.ts'

/** The beginning of a JSON object that many responses share. It is encoded once, and compressed once, for all of them. */
export class JsonBeginning {
  /** `{"name":value,…`. */
  readonly text: string
  #body: SharedText | undefined
  /** The body that was made last. */
  #whole: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The beginning of the body. `envelope` is what comes before the first name, the same for all responses. */
  bodyAfter(envelope: string): SharedText {
    this.#body ??= new SharedText(envelope + this.text.slice(1))
    return this.#body
  }

  /**
   * The whole body of a response. A body that is sent at once (`BUFFERED_BY_SOCKET`) is valid until the next call: the ends of most
   * responses have the same length, so only the end is written again.
   */
  wholeWith(envelope: string, end: string): Buffer {
    const { bytes } = this.bodyAfter(envelope)
    const length = bytes.length + Buffer.byteLength(end)
    let whole = this.#whole
    if (whole?.length !== length || length > BUFFERED_BY_SOCKET) {
      whole = Buffer.allocUnsafeSlow(length)
      bytes.copy(whole)
      this.#whole = whole
    }
    whole.write(end, bytes.length)
    return whole
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
