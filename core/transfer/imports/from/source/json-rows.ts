import type { Readable } from 'node:stream'
import { MAX_MOVE_IN_DEPTH, MAX_MOVE_IN_ROW_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { NumberEntries, type NumberList } from './number-entries.ts'
import { broken, type SourceFile, shown } from './source.ts'

/** Some rows of a JSON file. `table` is the key of their list, or empty when the file is a list. */
export interface JsonRows {
  readonly table: string
  readonly rows: readonly unknown[]
  /** Rows of a `NumberList`: the numbers of its fields for each row. */
  readonly numbers?: Float64Array
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/** Rows that are parsed at once, in bytes. A call for each row would take twice as long. */
const BATCH_BYTES = 256 * 1024
const MAX_KEY_BYTES = 200

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Reads a JSON file of any size that is a list, or an object of lists: yields the entries of the lists, some
 * at a time. A value of the object that is no list is one entry. Finds the ends of entries byte by byte and
 * leaves the rest to `JSON.parse`, which is ten times as fast as a parser that reports each token. Holds one
 * batch and one entry. The entries of `numbers` that are as simple come as numbers. Throws `ArchiveError` for
 * a file that is cut or malformed, and for an entry that is too large or too deep.
 */
export async function* jsonRows(file: SourceFile, numbers?: NumberList): AsyncGenerator<JsonRows> {
  const scanner = new Scanner(file.name, numbers)
  let stream: Readable | undefined
  try {
    stream = await file.open()
    for await (const chunk of stream) {
      scanner.push(chunk as Buffer)
      yield* scanner.take()
    }
    scanner.end()
    yield* scanner.take()
  } catch (error) {
    throw broken(error, shown(file.name))
  } finally {
    stream?.destroy()
  }
}

/** Where the scanner is: around the whole value, in the top object, or among the entries of a list. */
type Place = 'start' | 'object' | 'list' | 'end'

class Scanner {
  readonly #name: string
  #bytes: Buffer = Buffer.alloc(0)
  /** The next byte to look at. */
  #at = 0
  /** The first byte of the entries that are not parsed yet, and the end of the last whole entry. */
  #from = 0
  #to = 0
  #place: Place = 'start'
  /** Whether the list is a value of the top object. */
  #isInObject = false
  /** Open brackets within the entry. */
  #depth = 0
  #inString = false
  /** Whether an entry has begun, and where. */
  #inEntry = false
  #began = 0
  #table = ''
  #key: string | undefined
  #isValueNext = false
  readonly #numbers: NumberList | undefined
  readonly #entries: NumberEntries | undefined
  /** Whether the entries of the present list may be numbers. */
  #mayBeNumbers = false
  /** Whether a comma has come after the last entry. */
  #isEntryNext = false
  #done: JsonRows[] = []

  constructor(name: string, numbers: NumberList | undefined) {
    this.#name = name
    this.#numbers = numbers
    this.#entries = numbers && new NumberEntries(numbers)
  }

  push(chunk: Buffer): void {
    const kept = this.#bytes.subarray(this.#from)
    this.#bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    this.#at -= this.#from
    this.#to -= this.#from
    this.#began -= this.#from
    this.#from = 0
    this.#entries?.push(this.#bytes)
    this.#scan()
    if (this.#bytes.length - Math.max(this.#from, this.#to) > MAX_MOVE_IN_ROW_BYTES)
      this.#refuse('is too large')
    if (this.#place === 'list' && !this.#inEntry) this.#parse()
    this.#takeNumbers()
  }

  *take(): Generator<JsonRows> {
    const done = this.#done
    this.#done = []
    yield* done
  }

  end(): void {
    if (this.#place !== 'end') {
      throw new ArchiveError(`The archive is broken: ${shown(this.#name)} is cut or no JSON.`)
    }
  }

  #refuse(why: string): never {
    throw new ArchiveError(`The archive is refused: an entry of ${shown(this.#name)} ${why}.`)
  }

  #malformed(): never {
    throw new ArchiveError(`The archive is broken: ${shown(this.#name)} is no JSON.`)
  }

  #scan(): void {
    const bytes = this.#bytes
    while (this.#at < bytes.length) {
      if (this.#inString) {
        const end = this.#endOfString()
        if (end < 0) return
        this.#at = end + 1
        this.#inString = false
        if (this.#place === 'object' && !this.#inEntry) this.#keyEnds(end)
        continue
      }
      const byte = bytes[this.#at]!
      if (this.#inEntry) this.#inside(byte)
      else if (byte === OPEN_OBJECT && this.#mayBeNumbers && this.#readNumbers()) continue
      else if (!isSpace(byte)) this.#outside(byte)
      this.#at += 1
    }
  }

  /** The index of the quotation mark that ends the string; -1 when it is not here yet. */
  #endOfString(): number {
    const bytes = this.#bytes
    let from = this.#at
    for (;;) {
      const end = bytes.indexOf(QUOTE, from)
      if (end < 0) {
        // A backslash at the end may escape the next character.
        let back = bytes.length
        while (back > this.#at && bytes[back - 1] === BACKSLASH) back -= 1
        this.#at = back
        return -1
      }
      let back = end
      while (back > this.#at && bytes[back - 1] === BACKSLASH) back -= 1
      if ((end - back) % 2 === 0) return end
      from = end + 1
    }
  }

  /** Reads an entry of numbers, and the comma after it. Returns whether there was one. */
  #readNumbers(): boolean {
    // Entries keep their order.
    this.#parse()
    const end = this.#entries!.read(this.#at)
    if (end < 0) return false
    this.#isEntryNext = this.#bytes[end] === COMMA
    this.#at = this.#isEntryNext ? end + 1 : end
    this.#from = this.#to = this.#at
    return true
  }

  /** Gives the numbers so far, before other entries. */
  #takeNumbers(): void {
    if (this.#entries === undefined || this.#entries.isEmpty) return
    this.#done.push({ table: this.#table, rows: [], numbers: this.#entries.take() })
  }

  /** A byte of an entry, outside its strings. */
  #inside(byte: number): void {
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.#depth += 1
      if (this.#depth > MAX_MOVE_IN_DEPTH) this.#refuse('is nested too deeply')
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (this.#depth === 0) this.#listEnds(byte)
      else this.#depth -= 1
    } else if (byte === COMMA && this.#depth === 0) this.#entryEnds()
  }

  /** A byte between entries. */
  #outside(byte: number): void {
    switch (this.#place) {
      case 'start':
        if (byte === 0xef || byte === 0xbb || byte === 0xbf) return // a byte order mark
        if (byte === OPEN_LIST) this.#listBegins('')
        else if (byte === OPEN_OBJECT) {
          this.#place = 'object'
          this.#isInObject = true
        } else this.#malformed()
        return
      case 'object':
        this.#betweenKeys(byte)
        return
      case 'list':
        if (byte === CLOSE_LIST && this.#to === this.#from) {
          if (this.#isEntryNext) this.#malformed()
          this.#listEnds(byte)
        } else if (byte === COMMA) this.#malformed()
        else this.#entryBegins(byte)
        return
      case 'end':
        this.#malformed()
    }
  }

  #checkSize(end: number): void {
    if (end - this.#began > MAX_MOVE_IN_ROW_BYTES) this.#refuse('is too large')
  }

  #entryBegins(byte: number): void {
    this.#inEntry = true
    this.#isEntryNext = false
    this.#began = this.#at
    if (this.#to === this.#from) {
      this.#from = this.#at
      this.#to = this.#at
    }
    this.#inside(byte)
  }

  #betweenKeys(byte: number): void {
    if (this.#isValueNext) {
      this.#isValueNext = false
      if (byte === OPEN_LIST) this.#listBegins(this.#key!)
      else {
        this.#table = this.#key!
        this.#entryBegins(byte)
      }
      return
    }
    if (byte === QUOTE && this.#key === undefined) {
      this.#inString = true
      this.#from = this.#to = this.#at
    } else if (byte === COLON && this.#key !== undefined) this.#isValueNext = true
    else if (byte === COMMA && this.#key === undefined) return
    else if (byte === CLOSE_OBJECT && this.#key === undefined) this.#place = 'end'
    else this.#malformed()
  }

  #keyEnds(end: number): void {
    if (end - this.#from > MAX_KEY_BYTES) this.#refuse('has a key that is too long')
    this.#key = String(this.#json(this.#bytes.subarray(this.#from, end + 1).toString()))
    this.#from = this.#to = end + 1
  }

  #listBegins(table: string): void {
    this.#table = table
    this.#isEntryNext = false
    this.#mayBeNumbers = this.#isInObject && table === this.#numbers?.table
    this.#place = 'list'
    this.#from = this.#to = this.#at + 1
  }

  #entryEnds(): void {
    this.#checkSize(this.#at)
    this.#inEntry = false
    this.#to = this.#at
    if (this.#place === 'object') {
      this.#parse()
      this.#key = undefined
      this.#from = this.#to = this.#at + 1
    } else if (this.#to - this.#from >= BATCH_BYTES) this.#parse()
  }

  /** The list or the object ends that the last entry is in. */
  #listEnds(byte: number): void {
    const isObject = this.#place === 'object'
    if (byte !== (isObject ? CLOSE_OBJECT : CLOSE_LIST)) this.#malformed()
    if (this.#inEntry) {
      this.#checkSize(this.#at)
      this.#to = this.#at
    }
    this.#inEntry = false
    this.#parse()
    this.#takeNumbers()
    this.#mayBeNumbers = false
    this.#from = this.#to = this.#at + 1
    this.#key = undefined
    this.#place = !isObject && this.#isInObject ? 'object' : 'end'
  }

  /** Parses the whole entries that are not parsed yet. */
  #parse(): void {
    if (this.#to <= this.#from) return
    this.#takeNumbers()
    const text = this.#bytes.subarray(this.#from, this.#to).toString()
    // After a comma between entries, the next one begins.
    this.#from = this.#to
    if (this.#bytes[this.#from] === COMMA) {
      this.#from = this.#to = this.#from + 1
      this.#isEntryNext = this.#place === 'list'
    }
    this.#done.push({ table: this.#table, rows: this.#json(`[${text}]`) as unknown[] })
  }

  #json(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      this.#malformed()
    }
  }
}
