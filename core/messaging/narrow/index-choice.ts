import { reachesInSpan } from '../../channels/subscriptions/arrival.ts'
import { FlagBit, MessageBit } from '../../content/messages/bits.ts'
import { allOf, type Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { ChannelId } from '../../platform/ids.ts'
import { canReadWholeHistory, readableChannels } from '../../state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { hasNoReadState, unreadRanges } from '../reads/unread-sql.ts'
import { accessCondition, isKept, readableArrays } from './access.ts'
import { FLAG_STATES, flagged, inRealm, inState } from './by-flags.ts'
import {
  type ConversationTerm,
  conversationCondition,
  conversationsCondition,
  matchCondition,
  mutedConversations,
  selectsConversations,
} from './conditions.ts'
import { feedFirst, nearFirst } from './near-first.ts'
import { conditionOf, type QueryContext, readerParameter } from './query-context.ts'
import { inRanges, isOn, nearestAmong, type Side, spans, whole, wholeOf } from './ranges.ts'
import { asksForRead, isInState, named, type ResolvedTerm } from './terms.ts'
import { byMarks, bySearch } from './word-index.ts'

const EXPLICITLY_READ = FlagBit.hasExplicitReadState | FlagBit.read
const MEDIA = MessageBit.hasImage | MessageBit.hasAttachment

/**
 * Returns a query for the ids of readable messages that match a narrow, on one side of a position. Chooses
 * the most selective index for the terms, so that the cost depends on the number of matches and not on all
 * other messages.
 */
export function messageIdsQuery(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  side: Side,
): string {
  const query = { realm, reader, terms, parameters, side }
  const id = named(terms, 'id')
  if (id !== undefined) {
    return `(SELECT m.id FROM message m WHERE m.id = ${parameters.add(id.id)}::int8
      AND ${isOn(side, 'm.id')} AND ${conditionOf(query)} LIMIT ${side.limit})`
  }
  const flagState = FLAG_STATES.find((state) => isInState(terms, state))
  if (flagState !== undefined) return inState(query, flagState)
  const search = named(terms, 'search')
  if (search !== undefined) return bySearch(query, search)
  const channel = named(terms, 'channel')?.channel
  const topic = named(terms, 'topic')
  const conversation = named(terms, 'dm') ?? named(terms, 'including') ?? (channel && topic)
  const sender = named(terms, 'sender')
  const isNarrow = [channel, topic, conversation, sender].some((term) => term !== undefined)
  if (!isNarrow && hasMedia(terms)) return inRealm(query, `m.bits & ${MEDIA} <> 0`) // message_media
  if (isMarked(terms)) return isNarrow ? byMarks(query) : nearFirst(query, byMarks)
  if (isInState(terms, 'unread')) {
    return isNarrow ? unread(query) : nearFirst(query, unread)
  }
  const conversations = conversation ?? topic ?? named(terms, 'followed')
  if (conversations !== undefined) return inConversations(query, conversations)
  const resolved = named(terms, 'resolved')
  if (resolved !== undefined) {
    return channel === undefined
      ? nearFirst(query, (beyond) => inConversations(beyond, resolved))
      : inConversations(query, resolved)
  }
  if (channel !== undefined && sender !== undefined) return byMarks(query)
  if (channel !== undefined) return inChannel(query, channel)
  if (sender !== undefined) {
    return inRanges(wholeOf('sender_id', sender.user, parameters), conditionOf(query), side)
  }
  if (named(terms, 'channels') !== undefined) return nearFirst(query, inChannels)
  if (reader !== undefined && asksForRead(terms)) {
    return nearFirst(query, (beyond) => feedFirst(beyond, inEverything, read))
  }
  if (named(terms, 'direct') !== undefined) return inRanges(direct(query), conditionOf(query), side)
  const muted = named(terms, 'muted')
  if (muted !== undefined) return inMuted(query, muted)
  return nearFirst(query, inEverything)
}

/**
 * Whether the terms allow a more selective index than the index of unread messages.
 */
export const isRare = (terms: readonly ResolvedTerm[]): boolean =>
  named(terms, 'id') !== undefined ||
  named(terms, 'search') !== undefined ||
  isMarked(terms) ||
  FLAG_STATES.some((state) => isInState(terms, state))

/** Whether the index message_words may be searched for the terms. */
export const usesWords = (terms: readonly ResolvedTerm[]): boolean =>
  named(terms, 'search') !== undefined ||
  isMarked(terms) ||
  (named(terms, 'channel') !== undefined && named(terms, 'sender') !== undefined)

const hasMedia = (terms: readonly ResolvedTerm[]) =>
  terms.some(
    (term) =>
      term.kind === 'has' && (term.feature === 'image' || term.feature === 'attachment') && !term.negated,
  )

/** Whether a term corresponds to a mark in the index message_words. */
const isMarked = (terms: readonly ResolvedTerm[]) =>
  terms.some((term) => term.kind === 'has' && term.feature !== 'reaction' && !term.negated)

/**
 * Uses message_conversation, or message_sender_conversation when the terms name a sender. The term is left to
 * the ranges: as a condition on each message, the planner may search the index for all conversations in each
 * range.
 */
function inConversations(query: QueryContext, term: ConversationTerm): string {
  const { realm, reader, terms, parameters, side } = query
  const channel = named(terms, 'channel')?.channel
  const sender = named(terms, 'sender')
  const condition = conversationCondition(realm, reader, term, channel, parameters)
  const ranges = {
    ...whole('conversation_id', `SELECT c.id AS value FROM conversation c WHERE ${condition}`),
    ...((term.kind === 'dm' || (term.kind === 'topic' && channel !== undefined)) && { isOne: true as const }),
    ...(sender !== undefined && { sender: parameters.add(sender.user) }),
  }
  return inRanges(ranges, conditionOf({ ...query, met: [term] }), side)
}

/** Uses message_channel for a channel's whole history, or the part of it that the reader may read. */
function inChannel(query: QueryContext, channel: ChannelRecord): string {
  const { realm, reader, parameters, side } = query
  if (!canReadWholeHistory(realm, reader, channel)) return inProtectedHistory(query, [channel.id])
  return inRanges(wholeOf('channel_id', channel.id, parameters), conditionOf(query), side)
}

/**
 * Uses message_channel for each of the channels. Their term is left to the ranges, as in `inConversations`.
 */
function inChannels(query: QueryContext): string {
  const { realm, reader, terms, parameters, side } = query
  const term = named(terms, 'channels')!
  const { ids } = term
  const matches = matchCondition(realm, reader, terms, parameters, [term])
  const guarded = new Set(readableChannels(realm, reader).guarded)
  const closed = guarded.size === 0 ? [] : ids.filter((id) => guarded.has(id))
  const open = closed.length === 0 ? ids : ids.filter((id) => !guarded.has(id))
  const rows = `SELECT unnest(${parameters.add(open)}::int[]) AS value`
  const found = inRanges(whole('channel_id', rows), matches, side)
  if (closed.length === 0) return found
  const condition = allOf([accessCondition(realm, reader, terms, parameters), matches])
  return nearestAmong([found, inProtectedHistory(query, closed, condition)], side)
}

/**
 * For channels with protected history: the reader's spans (message_channel), and messages moved there
 * (message_moved).
 */
function inProtectedHistory(
  query: QueryContext,
  channels: readonly ChannelId[],
  condition = conditionOf(query),
): string {
  const { parameters, side } = query
  const ids = `${parameters.add(channels)}::int[]`
  const sent = spans(`user_id = ${readerParameter(query)}::int AND channel_id = ANY (${ids})`)
  const moved = { ...whole('channel_id', `SELECT unnest(${ids}) AS value`), isMoved: true } as const
  return nearestAmong([inRanges(sent, condition, side), inRanges(moved, condition, side)], side)
}

/** The reader's direct conversations (conversation_participant_pkey). */
const direct = (query: QueryContext) =>
  whole(
    'conversation_id',
    `SELECT conversation_id AS value FROM conversation_participant WHERE user_id = ${readerParameter(query)}::int`,
  )

/** Uses message_conversation for each muted topic and each topic of a muted channel. */
function inMuted(query: QueryContext, term: ResolvedTerm): string {
  const muted = whole(
    'conversation_id',
    `SELECT id AS value FROM (${mutedConversations(readerParameter(query))}) c`,
  )
  return inRanges(muted, conditionOf({ ...query, met: [term] }), query.side)
}

/**
 * Messages above the read pointers (message_conversation), and those with an explicit unread flag
 * (message_flag_unread).
 */
function unread(query: QueryContext): string {
  const { realm, reader, terms, parameters, side } = query
  const me = readerParameter(query)
  const sender = named(terms, 'sender')
  // Messages above the pointer without an explicit state have reached the reader and are unread.
  const others = terms.filter((term) => term.kind !== 'is' || term.state !== 'unread' || term.negated)
  // Their conversations meet `where`. A second condition on the channel would make the planner intersect two
  // indexes.
  const ofMessages = others.filter((term) => !selectsConversations(term))
  const where = conversationsCondition(realm, reader, terms, parameters)
  const ranges = {
    column: 'conversation_id',
    rows: `SELECT conversation_id AS value, from_id, to_id FROM ${unreadRanges(me, where)} place WHERE has_messages`,
    ...(sender !== undefined && { sender: parameters.add(sender.user) }),
  } as const
  const ofMessage = matchCondition(realm, reader, ofMessages, parameters)
  const implicit = inRanges(ranges, allOf([hasNoReadState(`${me}::int`), ofMessage]), side)
  const match = matchCondition(realm, reader, others, parameters)
  const access = accessCondition(realm, reader, terms, parameters)
  const isExplicit = `f.bits & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState}`
  return nearestAmong([implicit, flagged(query, isExplicit, allOf([access, match]))], side)
}

/**
 * Returns a query for messages of the reader's combined feed that may be read, by every way in which `isRead`
 * holds: up to the pointers (read_pointer_pkey, message_conversation), in spans that have ended and up to
 * `read_to` of channels (message_channel), sent by the reader (message_sender), read on arrival
 * (message_arrives_read), by a flag row (message_flag_read), and kept although they never reached the reader
 * (message_flag_kept). The condition on each message decides; unread messages in between are not looked at.
 */
function read(query: QueryContext): string {
  const { realm, reader, terms, parameters, side } = query
  const me = readerParameter(query)
  const condition = conditionOf(query)
  const channels = channelsOfEverything(query)
  const pointers = {
    column: 'conversation_id',
    rows: `SELECT c.id AS value, 0::int8 AS from_id, p.message_id + 1 AS to_id
      FROM read_pointer p JOIN conversation c ON c.id = p.conversation_id
      WHERE p.user_id = ${me}::int AND (c.channel_id IS NULL OR c.channel_id = ANY (${channels}))
        AND ${conversationsCondition(realm, reader, terms, parameters)}`,
  } as const
  const ended = spans(`user_id = ${me}::int AND channel_id = ANY (${channels}) AND to_id IS NOT NULL`)
  const passed = {
    column: 'channel_id',
    rows: `SELECT id AS value, 0::int8 AS from_id, read_to + 1 AS to_id FROM channel
      WHERE id = ANY (${channels}) AND read_to > 0`,
  } as const
  const own = wholeOf('sender_id', readerId(reader), parameters)
  const isExplicit = `f.bits & ${EXPLICITLY_READ} = ${EXPLICITLY_READ}`
  const found = [
    ...[pointers, ended, passed, own].map((ranges) => inRanges(ranges, condition, side)),
    inRealm(query, `m.bits & ${MessageBit.arrivesRead} <> 0`),
    flagged(query, isExplicit),
    flagged(query, isKept('f.bits')),
  ]
  return nearestAmong(found, side)
}

/**
 * Returns a query for the nearest messages in each span of a readable channel, each direct conversation and
 * the reader's kept messages (message_flag_kept).
 */
function inEverything(query: QueryContext): string {
  const { realm, reader, terms, parameters, side } = query
  const matching = matchCondition(realm, reader, terms, parameters)
  const received = spans(
    `user_id = ${readerParameter(query)}::int AND channel_id = ANY (${channelsOfEverything(query)})`,
  )
  const found = [
    inRanges(received, allOf([reachesInSpan(readerParameter(query)), matching]), side),
    flagged(query, isKept('f.bits')),
  ]
  const isWithoutDirect = terms.some((term) => term.kind === 'direct' && term.negated)
  if (!isWithoutDirect) found.push(inRanges(direct(query), matching, side))
  return found.join(' UNION ')
}

/**
 * Returns an SQL array of the readable channels without channels that the terms exclude: their messages need
 * no look.
 */
function channelsOfEverything({ realm, reader, terms, parameters }: QueryContext): string {
  const excluded = new Set<ChannelId>()
  for (const term of terms) {
    if (!term.negated) continue
    if (term.kind === 'channel') excluded.add(term.channel.id)
    if (term.kind === 'channels') for (const id of term.ids) excluded.add(id)
  }
  if (excluded.size === 0) return readableArrays(realm, reader, parameters).all
  const { open, guarded } = readableChannels(realm, reader)
  return `${parameters.add([...open, ...guarded].filter((id) => !excluded.has(id)))}::int[]`
}
