import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkEmoji, emojiKeyByName } from '../../../../core/messaging/reactions/emoji.ts'
import { resolveEmoji } from '../../../../core/people/status/emoji.ts'

const familyNames: [code: string, names: string[]][] = Object.entries(
  JSON.parse(readFileSync(new URL('../../../contract/emoji-names.json', import.meta.url), 'utf8')),
)

test('reactions and statuses accept each emoji by every name, alone and with its code', () => {
  for (const [code, names] of familyNames) {
    for (const name of names) {
      const key = { code, type: 'unicode_emoji' as const }
      expect(emojiKeyByName(name, [])).toEqual(key)
      expect(() => checkEmoji(name, key, [])).not.toThrow()
      expect(resolveEmoji({ name }, [])).toEqual({ name, ...key })
      expect(resolveEmoji({ name, ...key }, [])).toEqual({ name, ...key })
    }
  }
})
