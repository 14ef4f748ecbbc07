import { defineEntity, p } from '@mikro-orm/core'
import type { Trigger } from '../../messaging/push/trigger.ts'
import { bigint, reference } from '../../platform/db/statements/columns.ts'
import type { MessageId } from '../../platform/ids.ts'

export const NotificationCursor = defineEntity({
  name: 'NotificationCursor',
  tableName: 'notification_cursor',
  comment: 'How far the messages of an organization were looked through for whom to notify.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    messageId: bigint<MessageId>().comment('Everybody has been notified of the messages up to this one.'),
  },
})

export const MissedMessage = defineEntity({
  name: 'MissedMessage',
  tableName: 'missed_message',
  comment: 'A message about which a user will get an e-mail. All messages of a user are due together.',
  properties: {
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade').primary(),
    messageId: reference('Message', 'cascade').primary(),
    trigger: p.text().$type<Trigger>().comment('Why the user is notified.'),
    dueAt: p.datetime(),
  },
  indexes: [
    { name: 'missed_message_due', properties: ['dueAt', 'userId'] },
    { name: 'missed_message_message', properties: ['messageId'] },
  ],
})

export const WaitingMessage = defineEntity({
  name: 'WaitingMessage',
  tableName: 'waiting_message',
  comment: 'A message to a user who is active. A user who becomes idle without reading it gets an e-mail.',
  properties: {
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade').primary(),
    messageId: reference('Message', 'cascade').primary(),
    trigger: p.text().$type<Trigger>().comment('Why the user is notified.'),
    since: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    { name: 'waiting_message_age', properties: ['since'] },
    { name: 'waiting_message_message', properties: ['messageId'] },
    { name: 'waiting_message_realm', properties: ['realmId', 'userId'] },
  ],
})
