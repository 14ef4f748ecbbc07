import { IS_TOPIC_MUTED, VisibilityPolicy, visibilityJoin } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { allOf, type Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { RESOLVED_PREFIX } from '../conversations/resolved-topic.ts'
import { isHistorical, isRead, readStateJoins } from '../reads/read-state.ts'
import { sequencesCondition, wordsCondition } from '../search/conditions.ts'
import { accessCondition, readableArrays } from './access.ts'
import { type Feature, named, type ResolvedTerm, type State } from './terms.ts'

/**
 * Returns SQL: row `m` of `message` matches the narrow, and the reader may read it. Leaves out the terms in
 * `met`.
 */
export function narrowCondition(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  met: readonly ResolvedTerm[] = [],
): string {
  return allOf([
    accessCondition(realm, reader, terms, parameters),
    matchCondition(realm, reader, terms, parameters, met),
  ])
}

/**
 * Returns SQL: row `m` matches all terms. Leaves out those in `met`, which all messages of the query meet.
 */
export function matchCondition(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  met: readonly ResolvedTerm[] = [],
): string {
  const channel = named(terms, 'channel')?.channel
  return allOf(
    terms
      .filter((term) => !met.includes(term))
      .map((term) => negatedIf(term, termCondition(realm, reader, term, channel, parameters))),
  )
}

const negatedIf = ({ negated }: ResolvedTerm, condition: string): string =>
  negated ? `NOT coalesce(${condition}, false)` : condition

/**
 * Returns SQL: row `m` matches a term. Takes one index probe: conversation_pkey, message_flag_pkey,
 * read_pointer_pkey, user_topic_user or reaction_pkey.
 */
function termCondition(
  realm: RealmView,
  reader: Reader,
  term: ResolvedTerm,
  channel: ChannelRecord | undefined,
  parameters: Parameters,
): string {
  const me = () => parameters.add(readerId(reader))
  switch (term.kind) {
    case 'channel':
      return `m.channel_id = ${parameters.add(term.channel.id)}::int`
    case 'channels':
      return `m.channel_id = ANY (${parameters.add(term.ids)}::int[])`
    case 'topic':
    case 'dm':
    case 'including':
      return `m.conversation_id IN (SELECT c.id FROM conversation c
        WHERE ${conversationCondition(realm, reader, term, channel, parameters)})`
    case 'resolved':
    case 'followed':
      return `EXISTS (SELECT FROM conversation c
        WHERE c.id = m.conversation_id AND ${conversationCondition(realm, reader, term, channel, parameters)})`
    case 'muted':
      return isMuted(me())
    case 'direct':
      return 'm.channel_id IS NULL'
    case 'sender':
      return `m.sender_id = ${parameters.add(term.user)}::int`
    case 'id':
      return `m.id = ${parameters.add(term.id)}::int8`
    case 'has':
      return hasFeature(term.feature)
    case 'is':
      return isIn(term.state, me())
    case 'search':
      return allOf([
        term.isMet ? '' : wordsCondition(term.search, parameters),
        sequencesCondition(term.search, parameters),
      ])
    case 'anything':
      return 'true'
  }
}

const FEATURE_BIT = {
  link: MessageBit.hasLink,
  image: MessageBit.hasImage,
  attachment: MessageBit.hasAttachment,
} as const

function hasFeature(feature: Feature): string {
  if (feature === 'reaction') return 'EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id)'
  return `m.bits & ${FEATURE_BIT[feature]} <> 0`
}

function isIn(state: State, me: string): string {
  const hasFlag = (bit: number) => `EXISTS (SELECT FROM message_flag f
    WHERE f.user_id = ${me}::int AND f.message_id = m.id AND f.bits & ${bit} <> 0)`
  switch (state) {
    case 'unread':
      return `NOT (SELECT ${isRead(me)} FROM (VALUES (1)) one ${readStateJoins(me)})`
    case 'starred':
      return hasFlag(FlagBit.starred)
    case 'alerted':
      return hasFlag(FlagBit.hasAlertWord)
    case 'mentioned':
      return `(${hasFlag(MENTIONING)} OR m.bits & ${MessageBit.channelWildcard} <> 0 AND NOT ${isHistorical(me)})`
  }
}

function isMuted(me: string): string {
  return `EXISTS (SELECT FROM conversation c
    LEFT JOIN subscription s ON s.user_id = ${me}::int AND s.channel_id = c.channel_id AND s.is_active
    ${visibilityJoin(`${me}::int`)}
    WHERE c.id = m.conversation_id AND ${IS_TOPIC_MUTED})`
}

/**
 * Whether a term says nothing about a message but which conversation it is in, as `conversationsCondition`
 * does.
 */
export const selectsConversations = ({ kind }: ResolvedTerm): boolean =>
  ['channel', 'channels', 'topic', 'dm', 'including', 'resolved', 'followed', 'muted', 'direct'].includes(
    kind,
  )

/** Returns SQL: row `c` of `conversation` may contain messages that match the narrow. */
export function conversationsCondition(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  const channel = named(terms, 'channel')?.channel
  const conditionOn = (term: ResolvedTerm): string => {
    switch (term.kind) {
      case 'channel':
        return `c.channel_id = ${parameters.add(term.channel.id)}::int`
      case 'channels':
        return `c.channel_id = ANY (${parameters.add(term.ids)}::int[])`
      case 'topic':
      case 'dm':
      case 'including':
      case 'resolved':
      case 'followed':
        return conversationCondition(realm, reader, term, channel, parameters)
      case 'muted':
        return `c.id IN (${mutedConversations(parameters.add(readerId(reader)))})`
      case 'direct':
        return 'c.channel_id IS NULL'
      default:
        return 'true'
    }
  }
  return allOf(terms.filter(selectsConversations).map((term) => negatedIf(term, conditionOn(term))))
}

/** Returns a query for the ids of the muted topics of a user (user_topic_user, conversation_topic). */
export function mutedConversations(me: string): string {
  return `SELECT c.id FROM user_topic t
      JOIN conversation c ON c.channel_id = t.channel_id AND lower(c.topic) = lower(t.topic)
      WHERE t.user_id = ${me}::int AND t.visibility_policy = ${VisibilityPolicy.muted}
    UNION SELECT c.id FROM subscription s JOIN conversation c ON c.channel_id = s.channel_id
      ${visibilityJoin(`${me}::int`)}
      WHERE s.user_id = ${me}::int AND s.is_active AND s.is_muted AND ${IS_TOPIC_MUTED}`
}

/** Terms that select conversations. */
export type ConversationTerm = Extract<
  ResolvedTerm,
  { kind: 'topic' | 'dm' | 'including' | 'resolved' | 'followed' }
>

/**
 * Returns SQL: a term selects row `c` of `conversation` (conversation_topic, conversation_resolved,
 * conversation_direct, conversation_participant_pkey, user_topic_user). Of topics, only those in readable
 * channels.
 */
export function conversationCondition(
  realm: RealmView,
  reader: Reader,
  term: ConversationTerm,
  channel: ChannelRecord | undefined,
  parameters: Parameters,
): string {
  const me = () => parameters.add(readerId(reader))
  const within = () =>
    channel === undefined
      ? `c.channel_id = ANY (${readableArrays(realm, reader, parameters).all})`
      : `c.channel_id = ${parameters.add(channel.id)}::int`
  switch (term.kind) {
    case 'dm':
      return `c.channel_id IS NULL AND c.realm_id = ${parameters.add(realm.record.id)}::int
        AND c.participant_ids = ${parameters.add(term.participants)}::int[]`
    case 'including': {
      const with_ = (user: string) =>
        `c.id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${user}::int)`
      const isGroup = term.isGroup ? 'cardinality(c.participant_ids) > 2' : ''
      return allOf(['c.channel_id IS NULL', with_(me()), with_(parameters.add(term.user)), isGroup])
    }
    case 'topic':
      return `${within()} AND lower(c.topic) = lower(${parameters.add(term.topic)}::text)`
    case 'resolved':
      return `${within()} AND starts_with(c.topic, '${RESOLVED_PREFIX}')`
    case 'followed':
      return `(c.channel_id, lower(c.topic)) IN (SELECT t.channel_id, lower(t.topic) FROM user_topic t
        WHERE t.user_id = ${me()}::int AND t.visibility_policy = ${VisibilityPolicy.followed})`
  }
}
