import { FlagBit, flagNames, MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Message } from '../messages/entities.ts'

/** The columns of a message that decide its flags. */
export type FlaggedMessage = Columns<
  typeof Message,
  'id' | 'conversationId' | 'channelId' | 'senderId' | 'bits' | 'arrivalId'
>

/**
 * A time in which the reader was subscribed to a channel: `from` ≤ id < `to`. `to` is null while the
 * subscription lasts.
 */
export interface Span {
  readonly from: MessageId
  readonly to: MessageId | null
  /** The channel's `read_to`. */
  readonly readTo: MessageId
}

/** The stored state of some messages for one reader. */
export interface StoredReaderState {
  readonly reader: UserId
  /** `FlagBit`s of the messages that have a flag row. */
  readonly flags: ReadonlyMap<MessageId, number>
  readonly pointers: ReadonlyMap<ConversationId, MessageId>
  readonly spans: ReadonlyMap<ChannelId, readonly Span[]>
}

/** The columns of `storedStateColumns`: texts of arrays of arrays of numbers; null for an empty list. */
export interface StoredStateRow {
  /** Conversation and message. */
  readonly pointers: string | null
  /** Message and bits. */
  readonly flags: string | null
  /**
   * Channel, id of the first message, id after the last message (`NULL` for none), and the channel's
   * `read_to`.
   */
  readonly spans: string | null
}

/** The messages of a query, as SQL arrays. */
export interface QueriedMessages {
  readonly ids: string
  /** The ids of their conversations, each once. */
  readonly conversations: string
  /** The ids of their channels, each once; it may contain null. */
  readonly channels: string
}

/**
 * Returns SQL: the columns of a `StoredStateRow`. `me` is the placeholder of the reader. One index scan for
 * each table, over a list (read_pointer_pkey, message_flag_pkey, subscription_span_pkey, channel_pkey).
 */
export function storedStateColumns(me: string, { ids, conversations, channels }: QueriedMessages): string {
  const user = `user_id = ${me}::int`
  return `(SELECT array_agg(ARRAY[conversation_id, message_id])::text
        FROM read_pointer WHERE ${user} AND conversation_id = ANY (${conversations})) AS pointers,
      (SELECT array_agg(ARRAY[message_id, bits])::text
        FROM message_flag WHERE ${user} AND message_id = ANY (${ids})) AS flags,
      (SELECT array_agg(ARRAY[channel_id, from_id, to_id, (SELECT read_to FROM channel WHERE channel.id = channel_id)])::text FROM subscription_span
        WHERE ${user} AND channel_id = ANY (${channels})) AS spans`
}

export function readStoredState(reader: UserId, row: StoredStateRow): StoredReaderState {
  const spans = tuplesOf<[ChannelId, MessageId, MessageId | null, MessageId]>(row.spans)
  return {
    reader,
    flags: new Map(tuplesOf<[MessageId, number]>(row.flags)),
    pointers: new Map(tuplesOf<[ConversationId, MessageId]>(row.pointers)),
    spans: groupPairs(
      spans.map(([channel, from, to, readTo]): [ChannelId, Span] => [channel, { from, to, readTo }]),
    ),
  }
}

/** The arrays in the text of an array of arrays of numbers. */
function tuplesOf<Tuple>(text: string | null): Tuple[] {
  if (text === null) return []
  return JSON.parse(text.replaceAll('{', '[').replaceAll('}', ']').replaceAll('NULL', 'null'))
}

export function groupPairs<Key, Value>(pairs: readonly (readonly [Key, Value])[] | null): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const [key, value] of pairs ?? []) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

export const isWithin = (id: MessageId, { from, to }: Span): boolean => from <= id && (to === null || id < to)

/** Whether the reader has read the message. The same rule as the SQL of `isRead`. */
export function isReadFor(state: StoredReaderState, message: FlaggedMessage): boolean {
  const flags = state.flags.get(message.id) ?? 0
  if ((flags & FlagBit.hasExplicitReadState) !== 0) return (flags & FlagBit.read) !== 0
  if (message.id <= (state.pointers.get(message.conversationId) ?? 0)) return true
  if ((message.bits & MessageBit.arrivesRead) !== 0) return true
  if (message.senderId === state.reader && (message.bits & MessageBit.readBySender) !== 0) return true
  if (message.channelId === null) return false
  const spans = state.spans.get(message.channelId) ?? []
  return !spans.some((span) => span.to === null && span.from <= message.id && span.readTo < message.id)
}

/**
 * Whether the message came to its channel while the reader was not subscribed. The same rule as the SQL of
 * `isHistorical`.
 */
export function isHistoricalFor(state: StoredReaderState, message: FlaggedMessage): boolean {
  if (message.channelId === null) return false
  const spans = state.spans.get(message.channelId) ?? []
  const wasSubscribedAt = (id: MessageId) => spans.some((span) => isWithin(id, span))
  return !wasSubscribedAt(message.id) || (message.arrivalId !== null && !wasSubscribedAt(message.arrivalId))
}

/** The names of the reader's flags on a message (spec.md "Personal message flags"). */
export function flagNamesFor(state: StoredReaderState, message: FlaggedMessage): string[] {
  const flags = state.flags.get(message.id) ?? 0
  return flagNames(isReadFor(state, message), isHistoricalFor(state, message), flags, message.bits)
}
