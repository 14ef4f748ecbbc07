import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'

export const Submessage = defineEntity({
  name: 'Submessage',
  tableName: 'submessage',
  comment: 'An addition to a widget message, such as a vote in a poll.',
  properties: {
    id: bigint().primary(),
    messageId: reference('Message', 'cascade'),
    senderId: reference('User'),
    msgType: p.text(),
    content: p.text(),
  },
  indexes: [{ name: 'submessage_message', properties: ['messageId', 'id'] }],
})
