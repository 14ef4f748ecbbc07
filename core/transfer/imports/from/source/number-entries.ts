/** A list of a JSON file whose entries are mostly objects of whole numbers, and the fields to read. */
export interface NumberList {
  /** The key of the list. */
  readonly table: string
  readonly fields: readonly string[]
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const CLOSE_OBJECT = 0x7d
const CLOSE_LIST = 0x5d
const ZERO = 0x30
const NINE = 0x39

/** All numbers of so many digits are exact. */
const MAX_DIGITS = 15
const MAX_FIELDS = 32
const MAX_NAME_BYTES = 100
const NAME = /^([A-Za-z]\w*)"/

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** A field of the entries' layout. */
interface Field {
  readonly name: string
  /** The bytes before its number: the end of the former field, and the name. At least `"x":`. */
  readonly before: Uint8Array
}

/** The fields of a layout, as `readKnown` compares them: four bytes at once. */
interface Layout {
  /** The places of the numbers in a row; -1 for a field that nobody asks for. */
  readonly columns: Int32Array
  /** The columns that no field has. */
  readonly absent: readonly number[]
  /** The lengths of the bytes before the numbers. */
  readonly lengths: Int32Array
  /** These bytes, in words. */
  readonly words: Uint32Array
  /** The number of words up to the end of each field. */
  readonly ends: Int32Array
  /** The last four bytes before each number. */
  readonly lasts: Uint32Array
}

/**
 * Reads entries such as `{"id": 7, "user": 1}` as rows of numbers, without making texts and objects of them.
 * Expects the layout of the entry before, and learns another one. An entry with four fields takes 0.2 µs, and
 * 0.6 µs by a search for its end and `JSON.parse`.
 */
export class NumberEntries {
  readonly #fields: readonly string[]
  #bytes: Uint8Array = new Uint8Array(0)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #layout: Layout | undefined
  #numbers: Float64Array
  #length = 0

  constructor({ fields }: NumberList) {
    this.#fields = fields
    this.#numbers = new Float64Array(1024 * fields.length)
  }

  /** Sets the bytes of the following calls of `read`. */
  push(bytes: Uint8Array): void {
    // All have one class, so that V8 compiles for it alone.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /**
   * Reads the entry that begins at a place. Returns the place of the comma or bracket that follows it; -1
   * when that is not here yet, or when the entry is not of this simple form.
   */
  read(start: number): number {
    const end = this.#layout === undefined ? -1 : this.#readKnown(this.#layout, start)
    if (end >= 0) return end
    const fields = this.#fieldsAt(start)
    if (fields === undefined) return -1
    this.#layout = layoutOf(fields, this.#fields)
    return this.#readKnown(this.#layout, start)
  }

  /** Takes the rows so far. A field that an entry lacks is NaN. */
  take(): Float64Array {
    const taken = this.#numbers.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  /** As `read`, for an entry of this layout. */
  #readKnown({ columns, absent, lengths, words, ends, lasts }: Layout, start: number): number {
    const bytes = this.#bytes
    const view = this.#view
    const row = this.#newRow()
    const numbers = this.#numbers
    let at = start + 1
    let word = 0
    for (let field = 0; field < columns.length; field += 1) {
      const length = lengths[field]!
      if (at + length >= bytes.length) return -1
      const end = ends[field]!
      for (let place = at; word < end; word += 1, place += 4) {
        if (view.getUint32(place, true) !== words[word]) return -1
      }
      at += length
      if (view.getUint32(at - 4, true) !== lasts[field]) return -1
      const first = at
      let number = 0
      for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[at]! - ZERO) {
        number = number * 10 + digit
        at += 1
      }
      const digits = at - first
      if (digits === 0 || digits > MAX_DIGITS || (digits > 1 && bytes[first] === ZERO)) return -1
      const column = columns[field]!
      if (column >= 0) numbers[row + column] = number
    }
    at = afterSpaces(bytes, at)
    if (bytes[at] !== CLOSE_OBJECT) return -1
    at = afterSpaces(bytes, at + 1)
    if (bytes[at] !== COMMA && bytes[at] !== CLOSE_LIST) return -1
    for (const column of absent) numbers[row + column] = Number.NaN
    this.#length += this.#fields.length
    return at
  }

  /** The place of a row, which counts when its entry is read. */
  #newRow(): number {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    return this.#length
  }

  /** The fields of the entry at a place; undefined when it is not of this simple form. */
  #fieldsAt(start: number): readonly Field[] | undefined {
    const bytes = this.#bytes
    const fields: Field[] = []
    let from = start + 1
    while (fields.length < MAX_FIELDS) {
      let at = afterSpaces(bytes, from)
      if (fields.length > 0) {
        if (bytes[at] === CLOSE_OBJECT) return fields
        if (bytes[at] !== COMMA) return undefined
        at = afterSpaces(bytes, at + 1)
      }
      if (bytes[at] !== QUOTE) return undefined
      const name = NAME.exec(
        Buffer.from(bytes.subarray(at + 1, at + 1 + MAX_NAME_BYTES)).toString('latin1'),
      )?.[1]
      // The last of two fields of one name would count.
      if (name === undefined || fields.some((field) => field.name === name)) return undefined
      at = afterSpaces(bytes, at + name.length + 2)
      if (bytes[at] !== COLON) return undefined
      at = afterSpaces(bytes, at + 1)
      if (at - from > MAX_NAME_BYTES) return undefined
      fields.push({ name, before: bytes.slice(from, at) })
      while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at += 1
      from = at
    }
    return undefined
  }
}

function layoutOf(fields: readonly Field[], wanted: readonly string[]): Layout {
  const all = fields.map(({ before }) => {
    const view = new DataView(before.buffer)
    const whole = Array.from({ length: Math.floor(before.length / 4) }, (_, n) => view.getUint32(4 * n, true))
    return { whole, last: view.getUint32(before.length - 4, true) }
  })
  let words = 0
  return {
    columns: Int32Array.from(fields, ({ name }) => wanted.indexOf(name)),
    absent: wanted.flatMap((name, column) => (fields.some((field) => field.name === name) ? [] : [column])),
    lengths: Int32Array.from(fields, ({ before }) => before.length),
    words: Uint32Array.from(all.flatMap(({ whole }) => whole)),
    ends: Int32Array.from(all, ({ whole }) => {
      words += whole.length
      return words
    }),
    lasts: Uint32Array.from(all, ({ last }) => last),
  }
}

function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && isSpace(bytes[at]!)) at += 1
  return at
}
