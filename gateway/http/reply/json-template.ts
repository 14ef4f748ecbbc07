import { RawJson } from './raw-json.ts'
import { BUFFERED_BY_SOCKET } from './send-body.ts'
import { SharedText } from './shared-text.ts'

/**
 * The text of a JSON object that many responses share, except for a value in it. It is encoded once, and
 * compressed once, for all of them.
 */
export class JsonTemplate {
  /** `{"name":value,…`, up to the value. */
  readonly before: string
  /** The text after the value, with the closing brace. In ASCII. */
  readonly after: string
  #body: SharedText | undefined
  /** The body that was made last, and the length of its value. */
  #whole: Buffer | undefined
  #filled = 0

  constructor(before: string, after: string) {
    this.before = before
    this.after = after
  }

  /** The body up to the value. `envelope` is the text before the first name, the same for all responses. */
  bodyAfter(envelope: string): SharedText {
    this.#body ??= new SharedText(envelope + this.before.slice(1))
    return this.#body
  }

  /** Bytes of the body with a value of this length. */
  lengthWith(envelope: string, value: string): number {
    return this.bodyAfter(envelope).bytes.length + value.length + this.after.length
  }

  /**
   * The whole body of a response with this value, which is in ASCII. A body that is sent at once
   * (`BUFFERED_BY_SOCKET`) is valid until the next call: most values have the same length, so only the value
   * is written again.
   */
  wholeWith(envelope: string, value: string): Buffer {
    const { bytes } = this.bodyAfter(envelope)
    let whole = this.#whole
    if (whole === undefined || this.#filled !== value.length || whole.length > BUFFERED_BY_SOCKET) {
      whole = Buffer.allocUnsafeSlow(this.lengthWith(envelope, value))
      bytes.copy(whole)
      whole.write(this.after, bytes.length + value.length, 'latin1')
      this.#whole = whole
      this.#filled = value.length
    }
    whole.write(value, bytes.length, 'latin1')
    return whole
  }
}

/** As `rawJson`, for responses that differ in one value only. */
export class FilledTemplate extends RawJson {
  readonly template: JsonTemplate
  /** The value as JSON text, or the characters of a string between the quotes of the template. In ASCII. */
  readonly value: string

  constructor(template: JsonTemplate, value: string) {
    super()
    this.template = template
    this.value = value
  }

  get object(): string {
    return this.template.before + this.value + this.template.after
  }
}
