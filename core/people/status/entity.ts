import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'
import type { ReactionType } from './emoji.ts'

export const UserStatus = defineEntity({
  name: 'UserStatus',
  tableName: 'user_status',
  comment: 'The status that a user has set.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    realmId: reference('Realm'),
    away: p.boolean().default(false).comment('The legacy flag of old clients.'),
    statusText: p.text().default(''),
    emojiName: p.text().default(''),
    emojiCode: p.text().default(''),
    reactionType: p
      .text()
      .$type<ReactionType>()
      .default('unicode_emoji')
      .comment('unicode_emoji, realm_emoji or zulip_extra_emoji.'),
  },
  indexes: [{ name: 'user_status_realm', properties: ['realmId'] }],
})
