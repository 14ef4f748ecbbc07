import { MAX_PROFILE_FIELD_OPTIONS } from '../../../config/limits.ts'
import { notA } from '../../platform/errors.ts'
import {
  choiceBlank,
  duplicateChoices,
  fieldDataBlank,
  fieldDataMissing,
  invalidAccountType,
  noChoice,
  tooManyChoices,
  unexpectedFieldData,
  urlPatternMissing,
  urlPatternWithoutUsername,
} from './errors.ts'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES, type FieldType } from './types.ts'

/** Data that some types of fields need: options, or the type of external account. */
export type FieldData = Readonly<Record<string, unknown>>

const USERNAME = '%(username)s'

/**
 * Returns the data as it will be stored: JSON text, empty for types without data. Throws for data that does
 * not fit the type.
 */
export function checkFieldData(type: FieldType, data: FieldData): string {
  if (type === FIELD_TYPES.SELECT.id) checkOptions(data)
  else if (type === FIELD_TYPES.EXTERNAL_ACCOUNT.id) checkAccount(data)
  else return ''
  return JSON.stringify(data)
}

/** The options of a field of type SELECT, by key. */
export function optionsOf(fieldData: string): Readonly<Record<string, { readonly text: string }>> {
  return fieldData === '' ? {} : JSON.parse(fieldData)
}

/** The default external account that the data selects; undefined for other data. */
export function defaultAccount(type: FieldType, data: FieldData) {
  if (type !== FIELD_TYPES.EXTERNAL_ACCOUNT.id || typeof data.subtype !== 'string') return undefined
  return Object.hasOwn(EXTERNAL_ACCOUNTS, data.subtype) ? EXTERNAL_ACCOUNTS[data.subtype] : undefined
}

function checkOptions(options: FieldData): void {
  const entries = Object.entries(options)
  if (entries.length === 0) throw noChoice()
  if (entries.length > MAX_PROFILE_FIELD_OPTIONS) throw tooManyChoices()
  const texts = new Set<string>()
  for (const [key, option] of entries) {
    if (key.trim() === '') throw choiceBlank()
    texts.add(checkOption(option))
  }
  if (texts.size < entries.length) throw duplicateChoices()
}

function checkOption(option: unknown): string {
  if (typeof option !== 'object' || option === null || Array.isArray(option)) {
    throw notA('field_data', 'dict')
  }
  const fields = option as Record<string, unknown>
  for (const name of ['text', 'order']) {
    if (!(name in fields)) throw fieldDataMissing(name)
    if (typeof fields[name] !== 'string') throw notA(`field_data["${name}"]`, 'string')
    if (fields[name].trim() === '') throw fieldDataBlank(name)
  }
  const other = Object.keys(fields).find((name) => name !== 'text' && name !== 'order')
  if (other !== undefined) throw unexpectedFieldData(other)
  return fields.text as string
}

function checkAccount(data: FieldData): void {
  const { subtype, url_pattern: pattern, ...rest } = data
  if (subtype === undefined) throw fieldDataMissing('subtype')
  if (typeof subtype !== 'string') throw notA('field_data["subtype"]', 'string')
  const [other] = Object.keys(rest)
  if (other !== undefined) throw unexpectedFieldData(other)
  if (pattern !== undefined) checkPattern(pattern)
  if (Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)) return
  if (subtype !== 'custom') throw invalidAccountType()
  if (pattern === undefined) throw urlPatternMissing()
}

function checkPattern(pattern: unknown): void {
  if (typeof pattern !== 'string') throw notA('url_pattern', 'string')
  if (pattern.split(USERNAME).length !== 2) {
    throw urlPatternWithoutUsername()
  }
  if (!isUrl(pattern.replace(USERNAME, 'username'))) throw notA('url_pattern', 'URL')
}

/** Whether the text is an http or https URL with a host. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && !/\s/.test(text) && URL.canParse(text)
}
