import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, ids, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { MessageId, ScheduledMessageId, UserId } from '../../platform/ids.ts'

export const ScheduledMessage = defineEntity({
  name: 'ScheduledMessage',
  tableName: 'scheduled_message',
  comment: 'A message to be sent later: to a channel or to people, or a reminder to its author.',
  properties: {
    id: id<ScheduledMessageId>().primary(),
    realmId: reference('Realm'),
    userId: reference('User'),
    channelId: reference('Channel').nullable().comment('Null for direct messages and reminders.'),
    topic: p.text().nullable().comment('Null for direct messages and reminders.'),
    recipientIds: ids<UserId>().nullable().comment('Null for channel messages and reminders.'),
    content: p
      .text()
      .comment('The text in Markdown; the note of a reminder, whose text is made when it is shown.'),
    renderedContent: p.text().comment('The text as HTML; empty for a reminder.'),
    client: p.text(),
    readBySender: p
      .boolean()
      .nullable()
      .comment('Whether the message arrives read by its sender; null for the default.'),
    deliverAt: p.datetime(),
    failure: p.text().nullable().comment('Why the message could not be sent; null while it was not tried.'),
    reminderTargetId: bigint<MessageId>().nullable().comment('The message that a reminder is about.'),
  },
  indexes: [
    { name: 'scheduled_message_user', properties: ['userId', 'deliverAt'] },
    sqlIndex(
      'CREATE INDEX scheduled_message_topic ON scheduled_message (channel_id, lower(topic)) WHERE channel_id IS NOT NULL',
    ),
  ],
})
