import { MAX_FULL_NAME_LENGTH, MIN_FULL_NAME_LENGTH } from '../../../config/limits.ts'
import type { UserId } from '../../platform/ids.ts'
import { hasInvisibleCharacters } from '../../platform/invisible-characters.ts'
import type { RealmView } from '../realm/view.ts'
import {
  invalidCharactersInName,
  invalidNameFormat,
  nameNotUnique,
  nameTooLong,
  nameTooShort,
} from './errors.ts'

/** What would be Markdown or an address around a mention. */
const FORBIDDEN = /[*`\\>"@]/u
/** The form that tells people of one name apart in a mention. */
const ENDS_LIKE_A_MENTION = /\|\d+$/

/**
 * The name as it will be stored. Throws for its length, for characters that it may not have, and, where the
 * organization requires unique names, for one that somebody else has (spec.md realm_require_unique_names).
 * The organization is locked.
 */
export function checkFullName(realm: RealmView, given: string, of?: UserId): string {
  const name = checkNameItself(given)
  if (realm.record.settings.require_unique_names && isTaken(realm, name, of)) {
    throw nameNotUnique()
  }
  return name
}

/** As `checkFullName`, whatever the organization. */
export function checkNameItself(given: string): string {
  const name = given.normalize('NFC').trim()
  const { length } = [...name]
  if (length > MAX_FULL_NAME_LENGTH) throw nameTooLong()
  if (length < MIN_FULL_NAME_LENGTH) throw nameTooShort()
  if (FORBIDDEN.test(name) || hasInvisibleCharacters(name)) throw invalidCharactersInName()
  if (ENDS_LIKE_A_MENTION.test(name)) throw invalidNameFormat()
  return name
}

function isTaken(realm: RealmView, name: string, of: UserId | undefined): boolean {
  const wanted = folded(name)
  for (const user of realm.users) if (user.id !== of && folded(user.fullName) === wanted) return true
  return false
}

/** Modulo case and Unicode normalization. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase()
