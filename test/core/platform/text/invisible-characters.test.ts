import { expect, test } from 'vitest'
import { checkGroupName } from '../../../../core/people/groups/check.ts'
import { checkNameItself } from '../../../../core/people/users/name.ts'
import {
  hasInvisibleCharacters,
  invisibleAt,
  lookOf,
  withoutNeedless,
} from '../../../../core/platform/text/invisible-characters.ts'
import type { RealmView } from '../../../../core/state/realm/view.ts'

const UNSEEN = [
  'a\u0007b',
  'a\nb',
  'a\u200eb',
  'a\u202eb',
  'a\u200bb',
  'a\ufeffb',
  'a\ud800b',
  'a\ue000b',
  'a\u0085b',
  'a\u200db',
  'a\u200cb',
  'ab\u200d',
  '\u200cab',
  'می\u200c\u200cخواهم',
  'می\u200c',
  'a\u{e0067}b',
  '👑\u200dab',
  'a\ufe0fb',
  'a\u{e0101}b',
  'a\u3164b',
  'a\u034fb',
  'a\u2066b',
  'a\u00adb',
  '\u3164\u3164',
  '\u2800\u2800',
]
const SEEN = [
  'می\u200cخواهم',
  'علی\u200cرضا',
  'ශ්\u200dරී',
  'क्\u200dष',
  'ര്\u200d ക്\u200cഷ',
  '👨\u200d👩\u200d👧',
  '👩🏽\u200d🚀',
  '🏳️\u200d🌈',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'Zoë',
  'Сергей',
  '安娜',
  'الملك',
  'Hamlet 👑',
  'O’Neil',
  '⚽️ sports',
  'Room 1️⃣',
  '葛\u{e0100}飾',
  '⠓⠊⠀⠞⠓⠑⠗⠑',
]

const realm = { groups: [] } as unknown as RealmView

test.each(UNSEEN)('a name with an invisible character is refused: %j', (name) => {
  expect(hasInvisibleCharacters(name)).toBe(true)
  expect(() => checkNameItself(name)).toThrow('Invalid characters in name!')
  expect(() => checkGroupName(realm, name)).toThrow('Invalid characters in name!')
})

test.each(SEEN)('%s is a valid name', (name) => {
  expect(checkNameItself(name)).toBe(name.normalize('NFC'))
  expect(checkGroupName(realm, name)).toBe(name.normalize('NFC'))
})

test.each(SEEN)('%s keeps what it needs', (name) => {
  expect(withoutNeedless(name)).toBe(name)
})

test.each(UNSEEN)('without invisible characters a name is valid, or empty: %j', (name) => {
  const kept = withoutNeedless(name.replace(/[\p{Cc}\p{Cs}\p{Co}]/gu, ''))
  expect(kept).toSatisfy((text: string) => text === '' || !hasInvisibleCharacters(text))
})

test('the first invisible character is counted in code points', () => {
  expect(invisibleAt('👑👑\u200b')).toBe(3)
  expect(invisibleAt('\ufe0fa')).toBe(1)
  expect(invisibleAt('plain')).toBeUndefined()
})

test('names that differ by invisible characters alone look the same', () => {
  expect(lookOf('عل\u200dی')).toBe(lookOf('علی'))
  expect(lookOf('Play')).toBe(lookOf('pl\u00aday'))
  expect(lookOf('a')).not.toBe(lookOf('á'))
})
