import { expect, test } from 'vitest'
import { checkGroupName } from '../../../../core/people/groups/check.ts'
import { checkNameItself } from '../../../../core/people/users/name.ts'
import { hasInvisibleCharacters } from '../../../../core/platform/text/invisible-characters.ts'
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
]

const realm = { groups: { byName: () => undefined } } as unknown as RealmView

test.each(UNSEEN)('a name with an invisible character is refused: %j', (name) => {
  expect(hasInvisibleCharacters(name)).toBe(true)
  expect(() => checkNameItself(name)).toThrow('Invalid characters in name!')
  expect(() => checkGroupName(realm, name)).toThrow('Invalid characters in name!')
})

test.each(SEEN)('%s is a valid name', (name) => {
  expect(checkNameItself(name)).toBe(name.normalize('NFC'))
  expect(checkGroupName(realm, name)).toBe(name.normalize('NFC'))
})
