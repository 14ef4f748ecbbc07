import { flagNames, MessageBit } from '../../content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import type { ChannelId, ConversationId, UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { SenderMask } from '../../state/users/inaccessible.ts'
import { hasGravatar } from '../../state/users/wire.ts'
import type { Destination } from '../conversations/resolve.ts'
import { isHistorical, isRead, readStateJoins } from '../reads/read-state.ts'
import { readStateProbes } from '../reads/unread-sql.ts'
import { type Changes, lastRenamed, visibleEditsOf } from './edit-history.ts'
import {
  type WireEdit,
  type WireMessage,
  type WireReaction,
  type WireSubmessage,
  wireMessage,
} from './wire.ts'

/** A message as its reader sees it, as `messageColumns` selects it. */
export interface MessageRow extends Changes {
  readonly conversation_id: ConversationId
  readonly channel_id: ChannelId | null
  readonly topic: string | null
  readonly participant_ids: UserId[] | null
  readonly sender_id: UserId
  readonly client: string
  readonly content: string
  readonly timestamp: number
  readonly bits: number
  readonly last_edit: number | null
  readonly last_moved: number | null
  readonly reactions: WireReaction[] | null
  readonly submessages: WireSubmessage[] | null
  readonly flag_bits: number
  readonly read: boolean
  readonly historical: boolean
}

/** In which form a client wants messages. */
export interface Presentation {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allowEmptyTopicName: boolean
}

export type ReadMessage = WireMessage & { flags: string[] }

const epoch = (time: string): string => `floor(extract(epoch FROM ${time}))::int8`

/**
 * SQL: the columns of a `MessageRow` for the reader whose id is placeholder `me`. Needs the joins of `messageJoins`.
 * Reactions and submessages take one probe each (reaction_pkey, submessage_message).
 */
export function messageColumns(me: string, applyMarkdown: boolean): string {
  return `m.id, m.conversation_id, c.channel_id, c.topic, c.participant_ids, m.sender_id, m.client,
    ${applyMarkdown ? 'm.rendered_content' : 'm.content'} AS content,
    ${epoch('m.sent_at')} AS timestamp, m.bits, ${epoch('m.last_edit_at')} AS last_edit,
    ${epoch('m.last_moved_at')} AS last_moved, m.edit_history, m.arrived_at, c.renames,
    (SELECT json_agg(json_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
        'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id)
      FROM reaction r WHERE r.message_id = m.id) AS reactions,
    (SELECT json_agg(json_build_object('msg_type', s.msg_type, 'content', s.content,
        'message_id', s.message_id, 'sender_id', s.sender_id, 'id', s.id) ORDER BY s.id)
      FROM submessage s WHERE s.message_id = m.id) AS submessages,
    coalesce(f.bits, 0) AS flag_bits, ${isRead(me)} AS read, ${isHistorical(me)} AS historical`
}

/** SQL: the joins that `messageColumns` needs in addition to row `m` of `message`. */
export function messageJoins(me: string): string {
  return `JOIN conversation c ON c.id = m.conversation_id ${readStateJoins(me)}`
}

/**
 * SQL: the rows `m` and joins that `messageColumns` needs for the ids of the query `picked`. Always uses the primary
 * keys: otherwise the planner, which cannot estimate the query, might read every message and conversation.
 */
export function pickedMessages(me: string, picked: string): string {
  return `(${picked}) picked
    CROSS JOIN LATERAL (SELECT * FROM message WHERE id = picked.id OFFSET 0) m
    CROSS JOIN LATERAL (SELECT * FROM conversation WHERE id = m.conversation_id OFFSET 0) c
    ${readStateProbes(`${me}::int`)}`
}

/** Returns a row in the form that a client wants. */
export function presentMessage(
  realm: RealmState,
  row: MessageRow,
  presentation: Presentation,
  mask: SenderMask | undefined,
): ReadMessage {
  const destination: Destination =
    row.channel_id === null
      ? { kind: 'direct', participants: row.participant_ids! }
      : { kind: 'topic', channel: row.channel_id, topic: row.topic! }
  const message = wireMessage(
    realm,
    {
      id: row.id,
      senderId: row.sender_id,
      destination,
      conversationId: row.conversation_id,
      timestamp: row.timestamp,
      client: row.client,
      isMe: (row.bits & MessageBit.me) !== 0,
    },
    row.content,
    presentation.applyMarkdown ? 'text/html' : 'text/x-markdown',
  )
  const edits = visibleEditsOf(realm, row)
  const moved = Math.max(row.last_moved ?? 0, lastRenamed(row) ?? 0)
  return {
    ...message,
    ...(row.reactions !== null && { reactions: row.reactions }),
    ...(row.submessages !== null && { submessages: row.submessages }),
    ...(edits.length > 0 && { edit_history: presentEdits(edits, presentation) }),
    ...(row.last_edit !== null && { last_edit_timestamp: row.last_edit }),
    ...(moved > 0 && { last_moved_timestamp: moved }),
    ...(presentation.clientGravatar && hasGravatar(realm.users.get(row.sender_id)) && { avatar_url: null }),
    ...mask?.(row.sender_id),
    ...(row.topic === '' && !presentation.allowEmptyTopicName && { subject: EMPTY_TOPIC_DISPLAY_NAME }),
    flags: flagNames(row.read, row.historical, row.flag_bits, row.bits),
  }
}

function presentEdits(edits: WireEdit[], { allowEmptyTopicName }: Presentation): WireEdit[] {
  if (allowEmptyTopicName) return edits
  return edits.map((edit) => ({
    ...edit,
    ...(edit.topic === '' && { topic: EMPTY_TOPIC_DISPLAY_NAME }),
    ...(edit.prev_topic === '' && { prev_topic: EMPTY_TOPIC_DISPLAY_NAME }),
  }))
}
