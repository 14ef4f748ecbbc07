import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

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
