import { defineEntity } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'

export const UserPresence = defineEntity({
  name: 'UserPresence',
  tableName: 'user_presence',
  comment:
    'When a user was last seen: a copy of what Redis has, some minutes behind, for when Redis is lost.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    realmId: reference('Realm'),
    activeAt: bigint().comment('Unix seconds; 0 for never.'),
    connectedAt: bigint().comment('Unix seconds; 0 for never.'),
    updateId: bigint().comment("Position in the order of the organization's changes of presence."),
  },
  indexes: [{ name: 'user_presence_realm', properties: ['realmId', 'updateId'] }],
})
