import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const PushedMessage = defineEntity({
  name: 'PushedMessage',
  tableName: 'pushed_message',
  comment: 'A message that the devices of a user show, until it is read.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    messageId: reference('Message', 'cascade').primary(),
    pushedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    { name: 'pushed_message_age', properties: ['pushedAt'] },
    { name: 'pushed_message_message', properties: ['messageId'] },
  ],
})
