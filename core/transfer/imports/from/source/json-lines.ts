import { MAX_MOVE_IN_DEPTH, MAX_MOVE_IN_ROW_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { broken, type SourceFile, shown } from './source.ts'

const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Openings of objects and lists, in a line without that many of them no value is too deep. */
const OPENINGS = new Set([0x7b, 0x5b])
const CLOSINGS = new Set([0x7d, 0x5d])

/** A line of a JSON Lines file. */
export interface JsonLine {
  readonly bytes: Buffer
  /** Parses the line. Throws `ArchiveError` when it is no JSON. */
  parse(): unknown
}

/**
 * Reads a file with a JSON value in each line, some lines at a time. Empty lines are skipped. Holds one piece
 * of the file and one line. Throws `ArchiveError` for a line that is too large.
 */
export async function* jsonLines(file: SourceFile): AsyncGenerator<JsonLine[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  const stream = await file.open()
  try {
    for await (const given of stream) {
      const chunk = given as Buffer
      const lines: JsonLine[] = []
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const piece = chunk.subarray(from, end)
        addLine(lines, rest.length === 0 ? piece : Buffer.concat([...rest, piece]), file.name)
        rest = []
        restBytes = 0
        from = end + 1
      }
      if (from < chunk.length) {
        rest.push(chunk.subarray(from))
        restBytes += chunk.length - from
        if (restBytes > MAX_MOVE_IN_ROW_BYTES) refuse(file.name, 'is too large')
      }
      if (lines.length > 0) yield lines
    }
    const last: JsonLine[] = []
    addLine(last, Buffer.concat(rest), file.name)
    if (last.length > 0) yield last
  } catch (error) {
    throw broken(error, shown(file.name))
  } finally {
    stream.destroy()
  }
}

function addLine(lines: JsonLine[], bytes: Buffer, name: string): void {
  if (bytes.length > MAX_MOVE_IN_ROW_BYTES) refuse(name, 'is too large')
  // A byte order mark is no part of the first value.
  const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
  if (text.length > 0 && !(text.length === 1 && text[0] === 0x0d)) {
    lines.push({ bytes: text, parse: () => parsed(text, name) })
  }
}

function parsed(bytes: Buffer, name: string): unknown {
  if (depthOf(bytes) > MAX_MOVE_IN_DEPTH) refuse(name, 'is nested too deeply')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new ArchiveError(`The archive is broken: ${shown(name)} has a line that is no JSON.`)
  }
}

/** The depth of a value; 0 for a value with too few openings to be too deep. */
function depthOf(bytes: Buffer): number {
  if (countOf(bytes) <= MAX_MOVE_IN_DEPTH) return 0
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (OPENINGS.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (CLOSINGS.has(byte)) depth -= 1
  }
  return deepest
}

/** Counts openings, also those within strings. */
function countOf(bytes: Buffer): number {
  let count = 0
  for (const opening of OPENINGS) {
    for (let at = bytes.indexOf(opening); at >= 0; at = bytes.indexOf(opening, at + 1)) {
      count += 1
      if (count > MAX_MOVE_IN_DEPTH) return count
    }
  }
  return count
}

function refuse(name: string, why: string): never {
  throw new ArchiveError(`The archive is refused: an entry of ${shown(name)} ${why}.`)
}
