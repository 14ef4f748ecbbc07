import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { MessageId } from '../../platform/ids.ts'

export const ReadPointer = defineEntity({
  name: 'ReadPointer',
  tableName: 'read_pointer',
  comment:
    'A user has read the messages of a conversation up to this one, unless a row of message_flag says otherwise.',
  properties: {
    userId: reference('User').primary(),
    conversationId: reference('Conversation', 'cascade').primary(),
    messageId: bigint<MessageId>(),
  },
})

export const MessageFlag = defineEntity({
  name: 'MessageFlag',
  tableName: 'message_flag',
  comment:
    "A user's flags on a message. There is a row only where the state differs from what read_pointer and subscription_span say.",
  properties: {
    userId: reference('User').primary(),
    messageId: reference('Message', 'cascade').primary(),
    bits: p
      .smallint()
      .comment(
        '1 the row decides whether the message is read, 2 read, 4 starred, 8 collapsed, 16 mentioned, 32 has an alert word, 64 historical, 128 mentions the topic (`FlagBit`).',
      ),
  },
  indexes: [
    sqlIndex('CREATE INDEX message_flag_alerted ON message_flag (user_id, message_id) WHERE bits & 32 <> 0'),
    sqlIndex(
      'CREATE INDEX message_flag_kept ON message_flag (user_id, message_id) WHERE bits & 28 <> 0 OR bits & 3 = 1',
    ),
    sqlIndex(
      'CREATE INDEX message_flag_mentioned ON message_flag (user_id, message_id) WHERE bits & 144 <> 0',
    ),
    { name: 'message_flag_message', properties: ['messageId'] },
    sqlIndex('CREATE INDEX message_flag_read ON message_flag (user_id, message_id) WHERE bits & 3 = 3'),
    sqlIndex('CREATE INDEX message_flag_starred ON message_flag (user_id, message_id) WHERE bits & 4 <> 0'),
    sqlIndex('CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) WHERE bits & 3 = 1'),
  ],
})
