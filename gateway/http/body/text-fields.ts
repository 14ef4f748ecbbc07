import { isUtf8 } from 'node:buffer'
import { jsonBodyNotSupported, malformed, severalFiles, tooManyParameters } from '../errors/errors.ts'
import uWS from '../uwebsockets/uws.ts'

/** The text of parameters by name. Of two with the same name, the last. */
export type TextFields = ReadonlyMap<string, string>

export const noFields: TextFields = new Map()

/** More than any client sends. The limit bounds the cost of parsing a hostile body. */
const MAX_FIELDS = 1000

/**
 * Reads `name=value&…` (spec.md "Conventions" 1). A `%` that begins no escape is a literal `%`, as existing
 * clients expect. Throws 400 for bytes that are not UTF-8.
 */
export function readUrlEncoded(text: string): TextFields {
  if (text === '') return noFields
  // uWebSockets.js decodes the query string and replaces invalid UTF-8 by U+FFFD, which no client sends
  // unescaped.
  if (text.includes('\ufffd')) throw malformed('UTF-8 in a parameter')
  const fields = new Map<string, string>()
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      const equals = text.indexOf('=', start)
      const hasValue = equals !== -1 && equals < end
      const name = decode(text.slice(start, hasValue ? equals : end))
      fields.set(name, hasValue ? decode(text.slice(equals + 1, end)) : '')
      if (fields.size > MAX_FIELDS) throw tooManyParameters()
    }
    start = end + 1
  }
  return fields
}

/** Whether the parameters of a body of this type are read. */
export const isForm = (contentType: string): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)

/**
 * Reads the fields of a body of one of the two form types; a body of another type has none. Skips files of a
 * multipart body. Throws 400 for a malformed body and for JSON.
 */
export function readBodyFields(body: Buffer, contentType: string): TextFields {
  if (body.length === 0) return noFields
  const type = contentType.slice(0, 33).toLowerCase()
  if (type.startsWith('application/x-www-form-urlencoded')) {
    if (!isUtf8(body)) throw malformed('UTF-8 in a parameter')
    return readUrlEncoded(body.toString())
  }
  if (type.startsWith('multipart/form-data')) return readMultipart(body, contentType)
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) throw jsonBodyNotSupported()
  return noFields
}

/** A file of a form that was read into memory. */
export interface SmallFile {
  /** The name of the file from the sender; empty without one. */
  readonly name: string
  readonly bytes: Buffer
}

/** The file of a form, undefined when it has none. Throws 400 when it has several. */
export function readBodyFile(body: Buffer, contentType: string): SmallFile | undefined {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) return undefined
  const files = (uWS.getParts(body, contentType) ?? []).filter(({ filename }) => filename !== undefined)
  if (files.length > 1) throw severalFiles()
  const [file] = files
  return file && { name: file.filename!, bytes: Buffer.from(file.data) }
}

function readMultipart(body: Buffer, contentType: string): TextFields {
  // A form without fields consists of the closing delimiter only.
  const parts = uWS.getParts(body, contentType) ?? []
  if (parts.length === 0 && !body.includes('--')) throw malformed('multipart body')
  const fields = new Map<string, string>()
  for (const { name, filename, data } of parts) {
    if (filename !== undefined || name === undefined) continue
    const value = Buffer.from(data)
    if (!isUtf8(value) || name.includes('\ufffd')) throw malformed('UTF-8 in a parameter')
    fields.set(name, value.toString())
  }
  if (fields.size > MAX_FIELDS) throw tooManyParameters()
  return fields
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? unescapePercent(spaced) : spaced
}

/** Decodes percent-encoding. Throws 400 when the decoded bytes are not UTF-8. */
export function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    try {
      return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    } catch {
      throw malformed('UTF-8 in a parameter')
    }
  }
}
