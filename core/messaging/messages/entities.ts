import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, reference, sqlIndex, wordList } from '../../platform/db/statements/columns.ts'
import type { ChannelId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { StoredEdit } from '../conversations/stored-edit.ts'

export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  comment: 'A message. Ids are given in the order of commits, by message_id_seq.',
  properties: {
    id: bigint<MessageId>().primary().autoincrement(false),
    realmId: id<RealmId>(),
    conversationId: reference('Conversation'),
    channelId: id<ChannelId>().nullable().comment('Null for direct messages.'),
    senderId: id<UserId>(),
    client: p.text().comment('Name of the program that sent the message.'),
    content: p.text().comment('As its sender wrote it, in Markdown.'),
    renderedContent: p.text().comment('The content as HTML.'),
    sentAt: p.datetime().defaultRaw('clock_timestamp()'),
    bits: p
      .smallint()
      .default(0)
      .comment(
        '1 read by its sender, 2 mentions the channel, 4 mentions the topic, 8 has a link, 16 has an image, 32 is a /me message, 64 has an attachment, 128 arrives read (`MessageBit`).',
      ),
    lastEditAt: p.datetime().nullable().comment('When the content was last changed; null for never.'),
    lastMovedAt: p
      .datetime()
      .nullable()
      .comment('When the topic or the channel was last changed; null for never.'),
    editHistory: p.json<StoredEdit[]>().nullable().comment('Changes as clients see them, the newest first.'),
    arrivedAt: bigint()
      .nullable()
      .comment(
        'When the message was moved to its conversation, in microseconds since 1970; null when it was sent there.',
      ),
    language: p
      .smallint()
      .default(0)
      .comment('The language that the words are indexed by: a code of words/languages.ts.'),
    words: wordList()
      .nullable()
      .comment(
        'The words of the HTML with their places (`words/word-list.ts`). Null for a message of a former version, until the job `list-words` has run.',
      ),
    arrivalId: bigint<MessageId>()
      .nullable()
      .comment(
        'The place in the order of message ids at which the message came to its channel from another one; null when it was sent there. Spans of subscriptions are compared with it.',
      ),
  },
  indexes: [
    sqlIndex('CREATE INDEX message_arrival ON message (realm_id, arrival_id) WHERE arrival_id IS NOT NULL'),
    sqlIndex('CREATE INDEX message_arrives_read ON message (realm_id, id) WHERE bits & 128 <> 0'),
    sqlIndex('CREATE INDEX message_channel ON message (channel_id, id) WHERE channel_id IS NOT NULL'),
    sqlIndex(
      "CREATE INDEX message_former_topics ON message USING gin (former_topics(channel_id, edit_history)) WHERE edit_history @? '$[*].prev_topic'",
    ),
    sqlIndex('CREATE INDEX message_without_words ON message (id) WHERE words IS NULL'),
    // The included columns say with `message_flag` whether a message is unread, so that nobody looks for the
    // message itself.
    sqlIndex('CREATE INDEX message_conversation ON message (conversation_id, id) INCLUDE (sender_id, bits)'),
    sqlIndex('CREATE INDEX message_media ON message (realm_id, id) WHERE bits & 80 <> 0'),
    sqlIndex('CREATE INDEX message_moved ON message (channel_id, id) WHERE arrival_id IS NOT NULL'),
    { name: 'message_realm', properties: ['realmId', 'id'] },
    { name: 'message_sender', properties: ['senderId', 'id'] },
    // Includes `bits` as `message_conversation` does, which the planner would take instead for the messages
    // of one sender.
    sqlIndex(
      'CREATE INDEX message_sender_conversation ON message (sender_id, conversation_id, id) INCLUDE (bits)',
    ),
    sqlIndex('CREATE INDEX message_wildcard ON message (realm_id, id) WHERE bits & 6 <> 0'),
    sqlIndex(
      'CREATE INDEX message_words ON message USING gin (message_lexemes(language, words, id, realm_id, conversation_id, channel_id, sender_id, bits)) WITH (gin_pending_list_limit = 8192) WHERE words IS NOT NULL',
    ),
  ],
})

export const SentMessage = defineEntity({
  name: 'SentMessage',
  tableName: 'sent_message',
  comment:
    'What a client called a message that it sent lately, so that the same message sent again is stored once.',
  properties: {
    senderId: reference('User').primary(),
    queueId: p.text().primary().comment("The client's event queue."),
    localId: p.text().primary().comment("The client's name of the message."),
    messageId: bigint<MessageId>(),
    sentAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ name: 'sent_message_age', properties: ['sentAt'] }],
})
