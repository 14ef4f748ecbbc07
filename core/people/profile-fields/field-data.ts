import { MAX_PROFILE_FIELD_OPTIONS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldType } from './types.ts'

/** What a field of some types needs beside its name: options, or the kind of account. */
export type FieldData = Readonly<Record<string, unknown>>

const USERNAME = '%(username)s'

/** The data as it will be stored, JSON text; empty for types that need none. Throws for what is not of the type. */
export function checkFieldData(type: FieldType, data: FieldData): string {
  if (type === FIELD_TYPES.SELECT.id) checkOptions(data)
  else if (type === FIELD_TYPES.EXTERNAL_ACCOUNT.id) checkAccount(data)
  else return ''
  return JSON.stringify(data)
}

/** The options of a field of that type, by their keys. */
export function optionsOf(fieldData: string): Readonly<Record<string, { readonly text: string }>> {
  return fieldData === '' ? {} : JSON.parse(fieldData)
}

/** The default kind of external account that the data is of, if it is of one. */
export function defaultAccount(type: FieldType, data: FieldData) {
  if (type !== FIELD_TYPES.EXTERNAL_ACCOUNT.id || typeof data.subtype !== 'string') return undefined
  return Object.hasOwn(EXTERNAL_ACCOUNTS, data.subtype) ? EXTERNAL_ACCOUNTS[data.subtype] : undefined
}

function checkOptions(options: FieldData): void {
  const entries = Object.entries(options)
  if (entries.length === 0) throw new ApiError('Field must have at least one choice.')
  if (entries.length > MAX_PROFILE_FIELD_OPTIONS) throw new ApiError('Too many choices.')
  const texts = new Set<string>()
  for (const [key, option] of entries) {
    if (key.trim() === '') throw new ApiError("'value' cannot be blank.")
    texts.add(checkOption(option))
  }
  if (texts.size < entries.length) throw new ApiError('Field must not have duplicate choices.')
}

function checkOption(option: unknown): string {
  if (typeof option !== 'object' || option === null || Array.isArray(option)) {
    throw new ApiError('field_data is not a dict')
  }
  const fields = option as Record<string, unknown>
  for (const name of ['text', 'order']) {
    if (!(name in fields)) throw new ApiError(`${name} key is missing from field_data`)
    if (typeof fields[name] !== 'string') throw new ApiError(`field_data["${name}"] is not a string`)
    if (fields[name].trim() === '') throw new ApiError(`field_data["${name}"] cannot be blank.`)
  }
  const other = Object.keys(fields).find((name) => name !== 'text' && name !== 'order')
  if (other !== undefined) throw new ApiError(`Unexpected arguments: ${other}`)
  return fields.text as string
}

function checkAccount(data: FieldData): void {
  const { subtype, url_pattern: pattern, ...rest } = data
  if (subtype === undefined) throw new ApiError('subtype key is missing from field_data')
  if (typeof subtype !== 'string') throw new ApiError('field_data["subtype"] is not a string')
  const [other] = Object.keys(rest)
  if (other !== undefined) throw new ApiError(`Unexpected arguments: ${other}`)
  if (pattern !== undefined) checkPattern(pattern)
  if (Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)) return
  if (subtype !== 'custom') throw new ApiError('Invalid external account type')
  if (pattern === undefined) throw new ApiError('Custom external account must define URL pattern')
}

function checkPattern(pattern: unknown): void {
  if (typeof pattern !== 'string') throw new ApiError('url_pattern is not a string')
  if (pattern.split(USERNAME).length !== 2) {
    throw new ApiError("URL pattern must contain '%(username)s'.")
  }
  if (!isUrl(pattern.replace(USERNAME, 'username'))) throw new ApiError('url_pattern is not a URL')
}

/** Whether a browser would go there: http or https, with a host. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && !/\s/.test(text) && URL.canParse(text)
}
