import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'

export const RealmEmoji = defineEntity({
  name: 'RealmEmoji',
  tableName: 'realm_emoji',
  comment: 'A custom emoji.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    authorId: reference('User').nullable().comment('Null when it is not known who added the emoji.'),
    isDeactivated: p
      .boolean()
      .default(false)
      .comment('A deactivated emoji is still shown where it was used.'),
    fileName: p.text().comment("Name of the picture's file, below the emoji of the organization."),
    isAnimated: p.boolean().default(false),
  },
  indexes: [
    sqlIndex('CREATE UNIQUE INDEX realm_emoji_name ON realm_emoji (realm_id, name) WHERE NOT is_deactivated'),
    { name: 'realm_emoji_realm', properties: ['realmId', 'id'] },
  ],
})
