import { flagNames } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import type { SenderMask } from '../../state/access/inaccessible-users.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Conversation } from '../conversations/entities.ts'
import { CHANGES } from '../messages/edit-history.ts'
import type { Message } from '../messages/entities.ts'
import { ownFields, type WireMessage, type WireReaction, type WireSubmessage } from '../messages/wire.ts'
import { isHistorical, isRead, readStateJoins } from '../reads/read-state.ts'
import {
  type Presentation,
  presentChanges,
  presentConversation,
  presentSender,
  type TimedChanges,
} from './present.ts'

/** A message as its reader sees it, as `messageColumns` selects it. */
export type MessageRow = TimedChanges &
  Columns<typeof Message, 'conversationId' | 'senderId' | 'client' | 'bits'> &
  Columns<typeof Conversation, 'channelId' | 'topic' | 'participantIds'> & {
    /** HTML or Markdown, as the client wants it. */
    readonly content: string
    /** Unix seconds. */
    readonly sentAt: number
    readonly reactions: WireReaction[] | null
    readonly submessages: WireSubmessage[] | null
    readonly flagBits: number
    readonly isRead: boolean
    readonly isHistorical: boolean
  }

export type ReadMessage = WireMessage & { flags: string[] }

/** SQL: a time in Unix seconds. */
export const unixSecondsOf = (time: string): string => `floor(extract(epoch FROM ${time}))::int8`

/**
 * SQL: the columns of a `MessageRow` for the reader whose id is placeholder `me`. Needs the joins of
 * `messageJoins`. Reactions and submessages take one probe each (reaction_pkey, submessage_message).
 */
export function messageColumns(me: string, applyMarkdown: boolean): string {
  return `${CHANGES}, m.conversation_id AS "conversationId", c.channel_id AS "channelId", c.topic,
    c.participant_ids AS "participantIds", m.sender_id AS "senderId", m.client,
    ${applyMarkdown ? 'm.rendered_content' : 'm.content'} AS content,
    ${unixSecondsOf('m.sent_at')} AS "sentAt", m.bits, ${unixSecondsOf('m.last_edit_at')} AS "lastEditAt",
    ${unixSecondsOf('m.last_moved_at')} AS "lastMovedAt",
    (SELECT json_agg(json_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
        'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id)
      FROM reaction r WHERE r.message_id = m.id) AS reactions,
    (SELECT json_agg(json_build_object('msg_type', s.msg_type, 'content', s.content,
        'message_id', s.message_id, 'sender_id', s.sender_id, 'id', s.id) ORDER BY s.id)
      FROM submessage s WHERE s.message_id = m.id) AS submessages,
    coalesce(f.bits, 0) AS "flagBits", ${isRead(me)} AS "isRead", ${isHistorical(me)} AS "isHistorical"`
}

/** SQL: the joins that `messageColumns` needs in addition to row `m` of `message`. */
export function messageJoins(me: string): string {
  return `JOIN conversation c ON c.id = m.conversation_id ${readStateJoins(me)}`
}

/** Returns a row in the form that a client wants. */
export function presentMessage(
  realm: RealmState,
  row: MessageRow,
  presentation: Presentation,
  mask: SenderMask | undefined,
): ReadMessage {
  return {
    ...ownFields(row, row.content, presentation.applyMarkdown ? 'text/html' : 'text/x-markdown'),
    ...presentConversation(realm, row.conversationId, row, presentation),
    ...presentSender(realm, row.senderId, presentation, mask),
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    ...presentChanges(realm, row, presentation),
    flags: flagNames(row.isRead, row.isHistorical, row.flagBits, row.bits),
  }
}
