import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'

export const SpokenLanguage = defineEntity({
  name: 'SpokenLanguage',
  tableName: 'spoken_language',
  comment:
    'A default language that an organization has had: its older messages are indexed by it. The trigger realm_language adds rows.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    language: p.text().primary(),
  },
})

export const WordRules = defineEntity({
  name: 'WordRules',
  tableName: 'word_rules',
  comment: 'How far the words of former messages are listed again by rules that have changed since. One row.',
  properties: {
    number: p.integer().primary().autoincrement(false).comment('The rules by which words are listed.'),
    messageId: bigint()
      .nullable()
      .comment(
        'Messages from this one on have words by these rules; 0 when all have, null when the work has not begun.',
      ),
  },
})
