import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'

export const Reaction = defineEntity({
  name: 'Reaction',
  tableName: 'reaction',
  comment: 'A reaction to a message. Reactions are shown in the order of their ids.',
  properties: {
    messageId: reference('Message', 'cascade').primary(),
    reactionType: p.text().primary().comment('unicode_emoji, realm_emoji or zulip_extra_emoji.'),
    emojiCode: p.text().primary(),
    userId: reference('User').primary(),
    id: bigint().autoincrement(),
    emojiName: p.text(),
  },
})
