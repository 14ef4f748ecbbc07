import { MAX_USERS_PER_PROFILE_FIELD } from '../../../config/limits.ts'
import { notA, notAn, tooLong, tooManyItems } from '../../platform/errors.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { invalidUserId } from '../../state/users/errors.ts'
import { invalidChoice, userWithIdDeactivated, userWithIdIsBot } from './errors.ts'
import type { ProfileField } from './field.ts'
import { isUrl, optionsOf } from './field-data.ts'
import { FIELD_TYPES } from './types.ts'

/** A value from a client: a list of user ids for a field of users, otherwise text. */
export type GivenValue = string | readonly number[]

const MAX_SHORT = 50
const MAX_LONG = 500
const MAX_URL = 2_000

/**
 * Returns the value as it will be stored. Throws when it does not fit the field's type. The organization is
 * locked.
 */
export function checkValue(realm: RealmView, field: ProfileField, value: GivenValue): string {
  if (field.type === FIELD_TYPES.USER.id) return checkPeople(realm, value)
  if (typeof value !== 'string') throw notA(field.name, 'string')
  return checkTextValue(field, value)
}

/** As `checkValue`, for a field of another type than USER. */
export function checkTextValue(
  field: Pick<ProfileField, 'type' | 'name' | 'field_data'>,
  value: string,
): string {
  switch (field.type) {
    case FIELD_TYPES.LONG_TEXT.id:
      return checkLength(field, value, MAX_LONG)
    case FIELD_TYPES.SELECT.id:
      if (Object.hasOwn(optionsOf(field.field_data), value)) return value
      throw invalidChoice(value, field.name)
    case FIELD_TYPES.DATE.id:
      if (isDate(value)) return value
      throw notA(field.name, 'date')
    case FIELD_TYPES.URL.id:
      if (isUrl(checkLength(field, value, MAX_URL))) return value
      throw notA(field.name, 'URL')
    default:
      return checkLength(field, value, MAX_SHORT)
  }
}

function checkLength(field: Pick<ProfileField, 'name'>, value: string, limit: number): string {
  if ([...value].length <= limit) return value
  throw tooLong(field.name, limit)
}

/** Whether the text is a valid date, YYYY-MM-DD. */
function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (parts === null || parts[1] === '0000') return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function checkPeople(realm: RealmView, value: GivenValue): string {
  const given = typeof value === 'string' ? parseList(value) : value
  if (!Array.isArray(given)) throw notA('User IDs', 'list')
  if (given.length > MAX_USERS_PER_PROFILE_FIELD) throw tooManyItems('User IDs', MAX_USERS_PER_PROFILE_FIELD)
  for (const [index, id] of given.entries()) {
    if (!Number.isInteger(id)) throw notAn(`User IDs[${index}]`, 'integer')
    const user = realm.users.get(id)
    if (user === undefined || user.isSystemBot) throw invalidUserId(id)
    if (!user.isActive) throw userWithIdDeactivated(id)
    if (user.isBot) throw userWithIdIsBot(id)
  }
  return JSON.stringify([...new Set(given)])
}

/** Some clients send the list as JSON text. */
function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
