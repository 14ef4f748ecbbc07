import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'

export const AlertWord = defineEntity({
  name: 'AlertWord',
  tableName: 'alert_word',
  comment: 'A word that a user is alerted to in messages.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    userId: reference('User', 'cascade'),
    word: p.text(),
    folded: p.text().comment('In lower case, as messages are searched for it.'),
  },
  indexes: [
    { name: 'alert_word_realm', properties: ['realmId', 'id'] },
    sqlIndex('CREATE UNIQUE INDEX alert_word_user ON alert_word (user_id, folded)'),
  ],
})
