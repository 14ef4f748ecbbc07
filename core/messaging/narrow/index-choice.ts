import { reachesInSpan } from '../../channels/arrival.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { canReadWholeHistory } from '../../state/channels/permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Reader } from '../../state/users/reader.ts'
import { isSilent, places } from '../reads/unread-sql.ts'
import { accessCondition, isKept, readableArrays } from './access.ts'
import { byMarks, bySearch } from './by-words.ts'
import {
  type ConversationTerm,
  conversationCondition,
  conversationsCondition,
  matchCondition,
} from './conditions.ts'
import { conditionOf, meOf, type Quest } from './query-context.ts'
import { inRange, inRanges, isOn, orderOf, type Side, spans, whole, wholeOf } from './ranges.ts'
import { allOf, type Parameters } from './sql.ts'
import { named, type ResolvedTerm, type State } from './terms.ts'

/** So many messages of the organization are looked through before the reader's own channels are. */
const NEAR = 1000
const MEDIA = MessageBit.hasImage | MessageBit.hasAttachment
const WILDCARDS = MessageBit.channelWildcard | MessageBit.topicWildcard

/** States that have rows of their reader, and an index: the one that fewest messages are in first. */
const OWN = ['starred', 'alerted', 'mentioned'] as const

/**
 * A query for the ids of the messages on one side of a place that match a narrow and that the reader may
 * read. It walks the index that has the least to look through, as far as the terms tell, so that its cost
 * depends on what is there and not on what else was sent.
 */
export function walk(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  side: Side,
): string {
  const quest = { realm, reader, terms, parameters, side }
  const id = named(terms, 'id')
  if (id !== undefined) {
    return `(SELECT m.id FROM message m WHERE m.id = ${parameters.add(id.id)}::int8
      AND ${isOn(side, 'm.id')} AND ${conditionOf(quest)} LIMIT ${side.limit})`
  }
  const own = OWN.find((state) => isInState(terms, state))
  if (own !== undefined) return inState(quest, own)
  const search = named(terms, 'search')
  if (search !== undefined) return bySearch(quest, search)
  const channel = named(terms, 'channel')?.channel
  const topic = named(terms, 'topic')
  const place = named(terms, 'dm') ?? named(terms, 'including') ?? (channel && topic)
  const sender = named(terms, 'sender')
  const isNarrow = [channel, topic, place, sender].some((one) => one !== undefined)
  if (!isNarrow && hasMedia(terms)) return inRealm(quest, `m.bits & ${MEDIA} <> 0`) // message_media
  if (isMarked(terms)) return isNarrow ? byMarks(quest) : nearFirst(quest, byMarks)
  if (isInState(terms, 'unread')) {
    return isNarrow ? unread(quest) : nearFirst(quest, unread)
  }
  if (place !== undefined) return inConversations(quest, place)
  const several = topic ?? named(terms, 'followed')
  if (several !== undefined) return inConversations(quest, several)
  if (channel !== undefined && sender !== undefined) return byMarks(quest)
  if (channel !== undefined) return inChannel(quest, channel)
  if (sender !== undefined) {
    return inRanges(wholeOf('sender_id', sender.user, parameters), conditionOf(quest), side)
  }
  if (named(terms, 'channels') !== undefined) return inChannels(quest)
  if (named(terms, 'direct') !== undefined) return inRanges(direct(quest), conditionOf(quest), side)
  if (named(terms, 'muted') !== undefined) return inMuted(quest)
  return nearFirst(quest, inEverything)
}

const isInState = (terms: readonly ResolvedTerm[], state: State) =>
  terms.some((term) => term.kind === 'is' && term.state === state && !term.negated)

/**
 * Whether there is something rarer to walk than what is unread: then whatever else is looked for is looked for
 * there.
 */
export const isRare = (terms: readonly ResolvedTerm[]): boolean =>
  named(terms, 'id') !== undefined ||
  named(terms, 'search') !== undefined ||
  isMarked(terms) ||
  OWN.some((state) => isInState(terms, state))

const hasMedia = (terms: readonly ResolvedTerm[]) =>
  terms.some(
    (term) =>
      term.kind === 'has' && (term.feature === 'image' || term.feature === 'attachment') && !term.negated,
  )

/** Whether the index of words knows it of a message. */
const isMarked = (terms: readonly ResolvedTerm[]) =>
  terms.some((term) => term.kind === 'has' && term.feature !== 'reaction' && !term.negated)

/** message_conversation; message_sender_conversation where a sender is named too. */
function inConversations(quest: Quest, term: ConversationTerm): string {
  const { realm, reader, terms, parameters, side } = quest
  const channel = named(terms, 'channel')?.channel
  const sender = named(terms, 'sender')
  const which = conversationCondition(realm, reader, term, channel, parameters)
  const ranges = {
    ...whole('conversation_id', `SELECT c.id AS value FROM conversation c WHERE ${which}`),
    ...(sender !== undefined && { sender: parameters.add(sender.user) }),
  }
  return inRanges(ranges, conditionOf(quest), side)
}

/** message_channel: a channel's whole history, or the reader's part of it. */
function inChannel(quest: Quest, channel: ChannelRecord): string {
  const { realm, reader, parameters, side } = quest
  if (!canReadWholeHistory(realm, reader, channel)) return inGuarded(quest, [channel])
  return inRanges(wholeOf('channel_id', channel.id, parameters), conditionOf(quest), side)
}

/** message_channel, of each of the channels. */
function inChannels(quest: Quest): string {
  const { realm, reader, terms, parameters, side } = quest
  const channels = named(terms, 'channels')!.channels
  const isOpen = (channel: ChannelRecord) => canReadWholeHistory(realm, reader, channel)
  const open = channels.filter(isOpen).map((one) => one.id)
  const rows = `SELECT unnest(${parameters.add(open)}::int[]) AS value`
  const found = inRanges(whole('channel_id', rows), conditionOf(quest), side)
  const closed = channels.filter((channel) => !isOpen(channel))
  return closed.length === 0 ? found : nearestAmong([found, inGuarded(quest, closed)], side)
}

/** Of channels whose history is protected: the reader's spans (message_channel), and what was moved to them (message_moved). */
function inGuarded(quest: Quest, channels: readonly ChannelRecord[]): string {
  const { parameters, side } = quest
  const ids = `${parameters.add(channels.map((one) => one.id))}::int[]`
  const condition = conditionOf(quest)
  const sent = spans(`user_id = ${meOf(quest)}::int AND channel_id = ANY (${ids})`)
  const moved = { ...whole('channel_id', `SELECT unnest(${ids}) AS value`), isMoved: true } as const
  return nearestAmong([inRanges(sent, condition, side), inRanges(moved, condition, side)], side)
}

/** A query for the nearest of what several find. */
const nearestAmong = (queries: readonly string[], side: Side): string =>
  `(SELECT id FROM (${queries.join(' UNION ')}) found ORDER BY id ${orderOf(side)} LIMIT ${side.limit})`

/** The reader's direct conversations (conversation_participant_pkey). */
const direct = (quest: Quest) =>
  whole(
    'conversation_id',
    `SELECT conversation_id AS value FROM conversation_participant WHERE user_id = ${meOf(quest)}::int`,
  )

/** message_conversation, of each muted topic and each topic of a muted channel. */
function inMuted(quest: Quest): string {
  const me = `${meOf(quest)}::int`
  const muted = `SELECT c.id AS value FROM user_topic t
      JOIN conversation c ON c.channel_id = t.channel_id AND lower(c.topic) = lower(t.topic)
      WHERE t.user_id = ${me}
    UNION SELECT c.id FROM subscription s JOIN conversation c ON c.channel_id = s.channel_id
      WHERE s.user_id = ${me} AND s.is_muted AND s.is_active`
  return inRanges(whole('conversation_id', muted), conditionOf(quest), quest.side)
}

/** Messages that are in a state for the reader. */
function inState(quest: Quest, state: (typeof OWN)[number]): string {
  if (state === 'starred') return flagged(quest, `f.bits & ${FlagBit.starred} <> 0`) // message_flag_starred
  if (state === 'alerted') return flagged(quest, `f.bits & ${FlagBit.hasAlertWord} <> 0`) // message_flag_alerted
  return mentioned(quest)
}

/** Messages that a row of the reader speaks of; there is an index for `which`. */
function flagged(quest: Quest, which: string, meets = conditionOf(quest)): string {
  const { side } = quest
  return `(SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = ${meOf(quest)}::int AND ${which} AND ${isOn(side, 'f.message_id')} AND ${meets}
    ORDER BY f.message_id ${orderOf(side)} LIMIT ${side.limit})`
}

/** By name, group or topic (message_flag_mentioned), or as everyone (message_wildcard, which has topics too). */
function mentioned(quest: Quest): string {
  const { side } = quest
  const everyone = inRealm(quest, `m.bits & ${WILDCARDS} <> 0`)
  const oneself = flagged(quest, `f.bits & ${MENTIONING} <> 0`)
  return nearestAmong([oneself, everyone], side)
}

/** Messages that an index of the organization's has for `which`; compared as its rows are, so that it serves. */
function inRealm(quest: Quest, which: string): string {
  const { realm, parameters, side } = quest
  const order = orderOf(side)
  const own = `${parameters.add(realm.record.id)}::int`
  const range =
    side.direction === 'before'
      ? `(m.realm_id, m.id) >= (${own}, 0) AND (m.realm_id, m.id) < (${own}, ${side.at})`
      : `(m.realm_id, m.id) > (${own}, ${side.at}) AND (m.realm_id, m.id) < (${own} + 1, 0)`
  return `(SELECT m.id FROM message m WHERE ${which} AND ${range} AND ${conditionOf(quest)}
    ORDER BY m.realm_id ${order}, m.id ${order} LIMIT ${side.limit})`
}

/** What is unread above the pointers (message_conversation), and what a row calls so (message_flag_unread). */
function unread(quest: Quest): string {
  const { realm, reader, terms, parameters, side } = quest
  const me = meOf(quest)
  const sender = named(terms, 'sender')
  // Where nothing says otherwise above the pointer, messages have reached the reader and are unread.
  const others = terms.filter((term) => term.kind !== 'is' || term.state !== 'unread' || term.negated)
  const match = matchCondition(realm, reader, others, parameters)
  const where = conversationsCondition(realm, reader, terms, parameters)
  const ranges = {
    column: 'conversation_id',
    rows: `SELECT conversation_id AS value, from_id, to_id FROM ${places(me, where)} place`,
    ...(sender !== undefined && { sender: parameters.add(sender.user) }),
  } as const
  const silent = inRanges(ranges, allOf([isSilent(`${me}::int`), match]), side)
  const access = accessCondition(realm, reader, terms, parameters)
  const rowsSay = `f.bits & ${FlagBit.speaksOfReading | FlagBit.read} = ${FlagBit.speaksOfReading}`
  return nearestAmong([silent, flagged(quest, rowsSay, allOf([access, match]))], side)
}

/**
 * Of what reached the reader. Whoever gets much of what is sent finds it among the nearest messages of the
 * organization (message_realm). For others the search does not go on through everything: what is missing is
 * looked for beyond those by `far`.
 */
function nearFirst(quest: Quest, far: (beyond: Quest) => string): string {
  const { realm, parameters, side } = quest
  const order = orderOf(side)
  const everything = wholeOf('realm_id', realm.record.id, parameters)
  const near = `(${everything.rows}) r CROSS JOIN LATERAL (${inRange(everything, 'true', { ...side, limit: `${NEAR}` })})`
  const beyond: Side = { ...side, at: 'beyond.id', limit: '(SELECT count FROM missing)' }
  return `(WITH hits AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE ${conditionOf(quest)}
      ORDER BY m.realm_id ${order}, m.id ${order} LIMIT ${side.limit}
    ), missing AS MATERIALIZED (
      SELECT ${side.limit} - count(*) AS count FROM hits
    ), beyond AS MATERIALIZED (
      SELECT m.id FROM ${near} m WHERE (SELECT count FROM missing) > 0
      ORDER BY m.realm_id ${order}, m.id ${order} OFFSET ${NEAR - 1}
    )
    SELECT id FROM (SELECT id FROM hits UNION ALL (
      SELECT far.id FROM beyond CROSS JOIN LATERAL (${far({ ...quest, side: beyond })}) far
      ORDER BY far.id ${order} LIMIT (SELECT count FROM missing)
    )) found LIMIT ${side.limit})`
}

/**
 * Each span of a channel that can be read, each direct conversation and what the reader has kept (message_flag_kept) is
 * asked for its nearest.
 */
function inEverything(quest: Quest): string {
  const { realm, reader, terms, parameters, side } = quest
  const matching = matchCondition(realm, reader, terms, parameters)
  const { all } = readableArrays(realm, reader, parameters)
  const received = spans(`user_id = ${meOf(quest)}::int AND channel_id = ANY (${all})`)
  return `${inRanges(received, allOf([reachesInSpan(meOf(quest)), matching]), side)}
    UNION ${inRanges(direct(quest), matching, side)}
    UNION ${flagged(quest, isKept('f.bits'))}`
}
