import type { Columns } from '../../platform/db/statements/row.ts'
import type { ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { WireReaction, WireSubmessage } from '../messages/wire.ts'
import {
  type FlaggedMessage,
  groupPairs,
  isWithin,
  readStoredState,
  type StoredReaderState,
  type StoredStateRow,
  storedStateColumns,
} from '../reads/reader-state.ts'
import {
  type Form,
  type MessageTextRow,
  type MessageVersion,
  type TextColumns,
  textColumns,
  textRows,
} from './message-cache.ts'
import type { ConversationPlace } from './present.ts'

/** The conversation of a found message. */
export type FoundConversation = ConversationPlace & Columns<typeof Conversation, 'id' | 'renames'>

/**
 * The result of one statement about the messages of a query: everything that the response needs except their
 * content.
 */
export interface FoundMessages {
  /** Ascending by id. */
  readonly messages: readonly MessageVersion[]
  readonly conversations: ReadonlyMap<ConversationId, FoundConversation>
  readonly state: StoredReaderState
  readonly reactions: ReadonlyMap<MessageId, readonly WireReaction[]>
  readonly submessages: ReadonlyMap<MessageId, readonly WireSubmessage[]>
  /** The texts of the messages in the forms that the statement also returns. */
  readonly texts: Readonly<Partial<Record<Form, readonly MessageTextRow[]>>>
}

/**
 * Returns SQL for one row: a `FoundRow` of the messages whose ids the query `picked` returns. `me` is the
 * placeholder of the reader's id; `forms` are those in which the row also has the texts. Every table is read
 * by one index scan over a list of ids (message_pkey, conversation_pkey, read_pointer_pkey,
 * message_flag_pkey, subscription_span_pkey, reaction_pkey, submessage_message), so that the cost per message
 * is small and the planner's estimates do not matter. `xmin` names the version of a row: every change of a
 * message gives its row another one. Lists of numbers are texts of arrays, which cost Postgres half as much
 * as JSON.
 */
export function foundMessages(me: string, picked: string, forms: readonly Form[]): string {
  const ids = '(SELECT ids FROM m)::int8[]'
  const conversations = '(SELECT conversations FROM m)::int8[]'
  const channels = '(SELECT channels FROM m)::int[]'
  const texts = forms.map(
    (form) => `, (SELECT ${textColumns(form)} FROM message WHERE id = ANY (${ids})) AS ${form}`,
  )
  return `WITH m AS MATERIALIZED (
      SELECT array_agg(id) AS ids, array_agg(xmin)::text AS versions, array_agg(conversation_id)::text AS "conversationIds",
        array_agg(DISTINCT conversation_id) AS conversations, array_agg(DISTINCT channel_id) AS channels
      FROM message WHERE id = ANY (ARRAY(${picked}))
    )
    SELECT
      m.ids::text AS ids, m.versions, m."conversationIds",
      (SELECT json_agg(json_build_array(id, channel_id, topic, participant_ids, renames))
        FROM conversation WHERE id = ANY (${conversations})) AS conversations,
      ${storedStateColumns(me, { ids, conversations, channels })},
      (SELECT json_agg(json_build_array(message_id, json_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
          'reaction_type', reaction_type, 'user_id', user_id)) ORDER BY id)
        FROM reaction WHERE message_id = ANY (${ids})) AS reactions,
      (SELECT json_agg(json_build_array(message_id, json_build_object('msg_type', msg_type, 'content', content,
          'message_id', message_id, 'sender_id', sender_id, 'id', id)) ORDER BY id)
        FROM submessage WHERE message_id = ANY (${ids})) AS submessages${texts.join('')}
    FROM m`
}

/** The columns of `foundMessages`; null for an empty list. */
export interface FoundRow extends StoredStateRow, Partial<Record<Form, TextColumns>> {
  readonly ids: string | null
  readonly versions: string | null
  readonly conversationIds: string | null
  readonly conversations:
    | [
        ConversationId,
        FoundConversation['channelId'],
        FoundConversation['topic'],
        FoundConversation['participantIds'],
        FoundConversation['renames'],
      ][]
    | null
  readonly reactions: [MessageId, WireReaction][] | null
  readonly submessages: [MessageId, WireSubmessage][] | null
}

export function readFound(reader: UserId, row: FoundRow): FoundMessages {
  const versions = itemsOf(row.versions)
  const conversationIds = itemsOf(row.conversationIds)
  const messages = itemsOf(row.ids).map((id, n) => ({
    id: Number(id) as MessageId,
    version: versions[n]!,
    conversationId: Number(conversationIds[n]) as ConversationId,
  }))
  const conversations = (row.conversations ?? []).map(([id, channelId, topic, participantIds, renames]) => ({
    id,
    channelId,
    topic,
    participantIds,
    renames,
  }))
  return {
    messages: messages.sort((a, b) => a.id - b.id),
    conversations: new Map(conversations.map((conversation) => [conversation.id, conversation])),
    state: readStoredState(reader, row),
    reactions: groupPairs(row.reactions),
    submessages: groupPairs(row.submessages),
    texts: {
      ...(row.html && { html: textRows(row.html) }),
      ...(row.markdown && { markdown: textRows(row.markdown) }),
    },
  }
}

/** The items of the text of an array of numbers. */
const itemsOf = (array: string | null): string[] => (array === null ? [] : array.slice(1, -1).split(','))

/** Whether the reader received the message. The same rule as the SQL of `wasReceivedBy`. */
export function wasReceived({ conversations, state }: FoundMessages, message: FlaggedMessage): boolean {
  if (message.channelId === null) {
    return conversations.get(message.conversationId)!.participantIds!.includes(state.reader)
  }
  const arrival = message.arrivalId ?? message.id
  return (state.spans.get(message.channelId) ?? []).some((span) => isWithin(arrival, span))
}
