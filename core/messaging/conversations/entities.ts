import { defineEntity, p } from '@mikro-orm/core'
import { bigint, ids, reference, sqlIndex, wordList } from '../../platform/db/statements/columns.ts'
import type { ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Rename } from './stored-edit.ts'

export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversation',
  comment:
    'A topic of a channel, or a set of participants of direct messages. Every message belongs to exactly one.',
  properties: {
    id: bigint<ConversationId>().primary(),
    realmId: reference('Realm'),
    channelId: reference('Channel').nullable(),
    topic: p.text().nullable().comment('Null for direct messages.'),
    participantIds: ids<UserId>().nullable().comment('Ascending; null for a topic.'),
    renames: p
      .json<Rename[]>()
      .nullable()
      .comment(
        'Renames of the whole topic, the newest first. Each is about the messages up to an id that were in the conversation at its time.',
      ),
    words: wordList()
      .nullable()
      .comment(
        'The words of the topic with their places (`words/word-list.ts`). Null for direct messages, and until the job `list-words` has run.',
      ),
    language: p
      .smallint()
      .default(0)
      .comment('The language that the words are indexed by: a code of words/languages.ts.'),
    newestMessageId: bigint<MessageId>()
      .nullable()
      .comment(
        'No message of the conversation is newer: the newest one, or one that was deleted or moved away; 0 before the first. Triggers of `message` keep it. Null is unknown, after an upgrade or an import, until the job `fill-newest-messages` has run.',
      ),
  },
  indexes: [
    sqlIndex(
      'CREATE UNIQUE INDEX conversation_direct ON conversation (realm_id, participant_ids) WHERE channel_id IS NULL',
    ),
    sqlIndex(
      'CREATE UNIQUE INDEX conversation_topic ON conversation (channel_id, lower(topic)) WHERE channel_id IS NOT NULL',
    ),
    sqlIndex(
      "CREATE INDEX conversation_resolved ON conversation (channel_id) WHERE starts_with(topic, '✔ ')",
    ),
    sqlIndex(
      'CREATE INDEX conversation_words ON conversation USING gin (topic_lexemes(language, words)) WHERE words IS NOT NULL',
    ),
    sqlIndex(
      'CREATE INDEX conversation_former_topics ON conversation USING gin (former_topics(channel_id, renames)) WHERE renames IS NOT NULL',
    ),
    sqlIndex(
      'CREATE INDEX conversation_without_words ON conversation (id) WHERE words IS NULL AND channel_id IS NOT NULL',
    ),
  ],
  checks: [
    {
      name: 'conversation_check',
      expression:
        '((channel_id IS NULL) = (topic IS NULL)) AND ((channel_id IS NULL) = (participant_ids IS NOT NULL))',
    },
  ],
})

export const ConversationParticipant = defineEntity({
  name: 'ConversationParticipant',
  tableName: 'conversation_participant',
  comment: 'A user takes part in a conversation of direct messages.',
  properties: {
    userId: reference('User').primary(),
    conversationId: reference('Conversation', 'cascade').primary(),
  },
})
