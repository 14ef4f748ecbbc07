import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const MutedUser = defineEntity({
  name: 'MutedUser',
  tableName: 'muted_user',
  comment: 'A user mutes another.',
  properties: {
    realmId: reference('Realm'),
    userId: reference('User', 'cascade').primary(),
    mutedUserId: reference('User', 'cascade').primary(),
    mutedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ name: 'muted_user_realm', properties: ['realmId'] }],
})
