import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'
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
    clearAt: p.datetime().nullable().comment('When the text and the emoji are removed; null for never.'),
  },
  indexes: [
    { name: 'user_status_realm', properties: ['realmId'] },
    sqlIndex('CREATE INDEX user_status_ends ON user_status (clear_at) WHERE clear_at IS NOT NULL'),
  ],
})
