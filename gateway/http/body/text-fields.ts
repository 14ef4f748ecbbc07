import { isUtf8 } from 'node:buffer'
import { MAX_ENCODED_PARAMETER, MAX_LINE_PARAMETER } from '../../../config/limits.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import { jsonBodyNotSupported, malformed, severalFiles, tooManyParameters } from '../errors/errors.ts'
import uWS from '../uwebsockets/uws.ts'
import { unescapeForm } from './percent-encoding.ts'
import { utf8Text } from './utf8.ts'

/** The text of parameters by name. Of two with the same name, the last. */
export type TextFields = ReadonlyMap<string, string>

export const noFields: TextFields = new Map()

/** More than any client sends. The limit bounds the cost of parsing a hostile body. */
const MAX_FIELDS = 1000
/** Characters of all names of a URL-encoded form or a query. The limit bounds the cost of decoding them. */
const MAX_NAME_CHARACTERS = 65_536

/** The longest value of a field, before and after it is decoded. */
export interface FieldLimit {
  /** In UTF-16 code units. Named in the error for a longer value. */
  readonly characters: number
  /** Characters in a URL-encoded form, and those at which decoding stops. */
  readonly encoded: number
  readonly decoded: number
}

/** The limits of the fields that a request is read for, by name. Values of other fields are not decoded. */
export type FieldLimits = ReadonlyMap<string, FieldLimit>

/** Limits a text: a UTF-16 code unit is at most 3 bytes of UTF-8, and each byte 3 characters of an escape. */
export const textLimit = (characters: number): FieldLimit => ({
  characters,
  encoded: Math.min(9 * characters, MAX_ENCODED_PARAMETER),
  decoded: 3 * characters,
})

const NAME_LIMIT = textLimit(MAX_LINE_PARAMETER)

/**
 * Reads `name=value&…` (spec.md "Conventions" 1). Reads each character a constant number of times. With
 * `limits` it checks the length of a value before it decodes the value, and returns fields without a limit as
 * empty. Throws 400 for too many fields or too much text in their names, a field that is too long, and bytes
 * that are not UTF-8.
 */
export function readUrlEncoded(text: string, limits?: FieldLimits): TextFields {
  if (text === '') return noFields
  // uWebSockets.js decodes the query string and replaces invalid UTF-8 by U+FFFD, which no client sends
  // unescaped.
  if (text.includes('\ufffd')) throw malformed('UTF-8 in a parameter')
  const fields = new Map<string, string>()
  let count = 0
  let nameCharacters = 0
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (++count > MAX_FIELDS) throw tooManyParameters()
    if (end === start) continue
    const field = text.slice(start, end)
    const equals = field.indexOf('=')
    const encodedName = equals === -1 ? field : field.slice(0, equals)
    nameCharacters += encodedName.length
    if (nameCharacters > MAX_NAME_CHARACTERS) throw tooManyParameters()
    const name = decodeName(encodedName)
    fields.set(name, equals === -1 ? '' : decodeValue(name, field.slice(equals + 1), limits))
  }
  return fields
}

function decodeName(text: string): string {
  if (text.length > NAME_LIMIT.encoded) throw tooLong('A parameter name', NAME_LIMIT.characters)
  return unescapeForm(text)!
}

function decodeValue(name: string, text: string, limits: FieldLimits | undefined): string {
  if (limits === undefined) return unescapeForm(text)!
  const limit = limits.get(name)
  if (limit === undefined) return ''
  if (text.length > limit.encoded) throw tooLong(name, limit.characters)
  const value = unescapeForm(text, limit.decoded)
  if (value === undefined) throw tooLong(name, limit.characters)
  return value
}

/** Whether the parameters of a body of this type are read. */
export const isForm = (contentType: string): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)

/**
 * Reads the fields of a body of one of the two form types; a body of another type has none. Skips files of a
 * multipart body. Throws 400 for a malformed body and for JSON.
 */
export function readBodyFields(body: Buffer, contentType: string, limits?: FieldLimits): TextFields {
  if (body.length === 0) return noFields
  const type = contentType.slice(0, 33).toLowerCase()
  if (type.startsWith('application/x-www-form-urlencoded')) {
    if (!isUtf8(body)) throw malformed('UTF-8 in a parameter')
    return readUrlEncoded(utf8Text(body), limits)
  }
  if (type.startsWith('multipart/form-data')) return readMultipart(body, contentType, limits)
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
  const files = partsOf(body, contentType).filter(({ filename }) => filename !== undefined)
  if (files.length > 1) throw severalFiles()
  const [file] = files
  return file && { name: file.filename!, bytes: Buffer.from(file.data) }
}

function readMultipart(body: Buffer, contentType: string, limits: FieldLimits | undefined): TextFields {
  // A form without fields consists of the closing delimiter only.
  const parts = partsOf(body, contentType)
  if (parts.length === 0 && !body.includes('--')) throw malformed('multipart body')
  const fields = new Map<string, string>()
  for (const { name, filename, data } of parts) {
    if (filename !== undefined || name === undefined) continue
    if (name.length > NAME_LIMIT.characters) throw tooLong('A parameter name', NAME_LIMIT.characters)
    if (name.includes('\ufffd')) throw malformed('UTF-8 in a parameter')
    const limit = limits?.get(name)
    if (limits !== undefined && limit === undefined) {
      fields.set(name, '')
      continue
    }
    // One UTF-16 code unit is at most 3 bytes of UTF-8.
    if (limit !== undefined && data.byteLength > 3 * limit.characters) throw tooLong(name, limit.characters)
    const value = Buffer.from(data)
    if (!isUtf8(value)) throw malformed('UTF-8 in a parameter')
    fields.set(name, utf8Text(value))
  }
  return fields
}

/** Counts the delimiters before uWebSockets.js makes an object of each part. */
function partsOf(body: Buffer, contentType: string) {
  const boundary = /boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)
  if (boundary === null) return []
  const delimiter = Buffer.from(`--${boundary[1] ?? boundary[2]}`)
  let count = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (++count > MAX_FIELDS + 1) throw tooManyParameters()
  }
  return uWS.getParts(body, contentType) ?? []
}
