import { defineEntity, p } from '@mikro-orm/core'
import { id, reference } from '../../platform/db/statements/columns.ts'
import type { UserId } from '../../platform/ids.ts'

export const DigestCursor = defineEntity({
  name: 'DigestCursor',
  tableName: 'digest_cursor',
  comment: 'How far the people of an organization were looked through for its weekly digest.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    day: p.date().comment('The day of the digest.'),
    userId: id<UserId>().comment('The last person, by id, who was looked at.'),
  },
})
