import type { Destination } from '../conversations/resolve.ts'
import type { Core } from '../core.ts'
import type { ConversationId, MessageId, UserId } from '../ids.ts'
import { narrowCondition, Parameters } from '../narrow/sql.ts'
import { type NarrowTerm, resolveNarrow } from '../narrow/terms.ts'
import { isHistorical, isRead, readStateJoins } from '../reads/read-state.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import { flagNames, MessageBit } from './bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from './check.ts'
import { type WireMessage, wireMessage } from './wire.ts'

export type Anchor = MessageId | 'newest' | 'oldest' | 'first_unread'

export interface FetchRequest {
  readonly anchor: Anchor
  readonly includeAnchor: boolean
  readonly numBefore: number
  readonly numAfter: number
  readonly narrow: readonly NarrowTerm[]
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

/** Larger than any message id: what clients of this family see as the anchor `newest`. */
export const NEWEST = 10_000_000_000_000_000

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
  const terms = await realm.firmly(() => resolveNarrow(realm, reader, request.narrow))
  const parameters = new Parameters()
  const condition = narrowCondition(realm, reader, terms, parameters)
  const me = parameters.add(reader.id)
  const anchor = await anchorId(core, request.anchor, condition, me, parameters)
  const at = parameters.add(anchor)
  const side = (comparison: string, order: 'ASC' | 'DESC', limit: number) =>
    `(SELECT m.id FROM message m WHERE ${condition} AND m.id ${comparison} ${at}::int8
      ORDER BY m.id ${order} LIMIT ${parameters.add(limit)})`
  const sides = [
    side('<', 'DESC', request.numBefore),
    side('>', 'ASC', request.numAfter),
    ...(request.includeAnchor ? [side('=', 'ASC', 1)] : []),
  ]
  const rows = await core.db.run<Row>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT m.id, m.conversation_id, c.channel_id, c.topic, c.participant_ids, m.sender_id, m.client,
          ${request.applyMarkdown ? 'm.rendered_content' : 'm.content'} AS content,
          floor(extract(epoch FROM m.sent_at))::int8 AS timestamp, m.bits, coalesce(f.bits, 0) AS flag_bits,
          ${isRead(me)} AS read, ${isHistorical(me)} AS historical
        FROM (${sides.join(' UNION ALL ')}) picked
        JOIN message m ON m.id = picked.id
        JOIN conversation c ON c.id = m.conversation_id
        ${readStateJoins(me)}
        ORDER BY m.id`,
    },
    parameters.values,
  )
  const before = rows.filter((row) => row.id < anchor).length
  const after = rows.filter((row) => row.id > anchor).length
  return {
    anchor,
    foundAnchor: before + after < rows.length,
    foundOldest: anchor === 0 || before < request.numBefore,
    foundNewest: anchor === NEWEST || after < request.numAfter,
    messages: rows.map((row) => present(realm, row, request)),
  }
}

async function anchorId(
  core: Core,
  anchor: Anchor,
  condition: string,
  me: string,
  parameters: Parameters,
): Promise<number> {
  if (anchor === 'newest') return NEWEST
  if (anchor === 'oldest') return 0
  if (typeof anchor === 'number') return Math.min(anchor, NEWEST)
  const [first] = await core.db.run<{ id: number }>(
    {
      name: '',
      text: `SELECT m.id FROM message m ${readStateJoins(me)}
        WHERE ${condition} AND NOT ${isRead(me)} ORDER BY m.id LIMIT 1`,
    },
    parameters.values,
  )
  return first?.id ?? NEWEST
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
