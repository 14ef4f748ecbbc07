import { MAX_FULL_NAME_LENGTH, MIN_FULL_NAME_LENGTH } from '../../../config/limits.ts'
import type { UserId } from '../../platform/ids.ts'
import { hasInvisibleCharacters, lookOf } from '../../platform/text/invisible-characters.ts'
import type { RealmView } from '../../state/realm/view.ts'
import {
  invalidCharactersInName,
  invalidNameFormat,
  nameNotUnique,
  nameTooLong,
  nameTooShort,
} from '../../state/users/errors.ts'

/** Characters that would be Markdown or an address in a mention. */
const FORBIDDEN = /[*`\\>"@]/u
/** The suffix that distinguishes people of the same name in a mention. */
const ENDS_LIKE_A_MENTION = /\|\d+$/

/**
 * Returns the name as it will be stored. Throws for its length, for forbidden characters, and for the name of
 * another user where the organization requires unique names (spec.md realm_require_unique_names). The
 * organization is locked.
 */
export function checkFullName(realm: RealmView, given: string, of?: UserId): string {
  const name = checkNameItself(given)
  if (realm.record.settings.require_unique_names && isTaken(realm, name, of)) {
    throw nameNotUnique()
  }
  return name
}

/** As `checkFullName`, without the check for uniqueness. */
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

/**
 * Normalizes case and Unicode for comparison. Two letters keep a form of their own in lower case: STRASSE is
 * Straße.
 */
const folded = (name: string): string =>
  lookOf(name.normalize('NFKC')).replace(/[ßς]/g, (letter) => (letter === 'ß' ? 'ss' : 'σ'))
