import type { Destination } from '../conversations/resolve.ts'
import type { Core } from '../core.ts'
import type { ConversationId, MessageId, UserId } from '../ids.ts'
import { isHistorical, isRead, readStateJoins } from '../reads/read-state.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import { flagNames, MessageBit } from './bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from './check.ts'
import { found, type RangeRequest, rangeFor } from './range.ts'
import { type WireMessage, wireMessage } from './wire.ts'

export interface FetchRequest extends RangeRequest {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allowEmptyTopicName: boolean
}

export interface Fetched {
  /** The message the range was taken around; `NEWEST` when there is none such. */
  readonly anchor: number
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  /** Ascending by id. */
  readonly messages: readonly (WireMessage & { flags: string[] })[]
}

interface Row {
  id: MessageId
  conversation_id: ConversationId
  channel_id: number | null
  topic: string | null
  participant_ids: UserId[] | null
  sender_id: UserId
  client: string
  content: string
  timestamp: number
  bits: number
  flag_bits: number
  read: boolean
  historical: boolean
}

/**
 * The messages around an anchor that match a narrow and that the reader may read, each with the reader's
 * flags: one query, two with anchor `first_unread`. Throws BAD_NARROW.
 */
export async function fetchMessages(
  core: Core,
  realm: RealmState,
  reader: UserRecord,
  request: FetchRequest,
): Promise<Fetched> {
  const { anchor, picked, parameters } = await rangeFor(core, realm, reader, request)
  const me = parameters.add(reader.id)
  const rows = await core.db.run<Row>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT m.id, m.conversation_id, c.channel_id, c.topic, c.participant_ids, m.sender_id, m.client,
          ${request.applyMarkdown ? 'm.rendered_content' : 'm.content'} AS content,
          floor(extract(epoch FROM m.sent_at))::int8 AS timestamp, m.bits, coalesce(f.bits, 0) AS flag_bits,
          ${isRead(me)} AS read, ${isHistorical(me)} AS historical
        FROM (${picked}) picked
        JOIN message m ON m.id = picked.id
        JOIN conversation c ON c.id = m.conversation_id
        ${readStateJoins(me)}
        ORDER BY m.id`,
    },
    parameters.values,
  )
  const ids = rows.map((row) => row.id)
  return {
    anchor,
    ...found(anchor, request, ids),
    messages: rows.map((row) => present(realm, row, request)),
  }
}

function present(realm: RealmState, row: Row, request: FetchRequest): WireMessage & { flags: string[] } {
  const destination: Destination =
    row.channel_id === null
      ? { kind: 'direct', participants: row.participant_ids! }
      : { kind: 'topic', channel: row.channel_id as never, topic: row.topic! }
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
    request.applyMarkdown ? 'text/html' : 'text/x-markdown',
  )
  return {
    ...message,
    ...(request.clientGravatar && { avatar_url: null }),
    ...(row.topic === '' && !request.allowEmptyTopicName && { subject: EMPTY_TOPIC_DISPLAY_NAME }),
    flags: flagNames(row.read, row.historical, row.flag_bits, row.bits),
  }
}
