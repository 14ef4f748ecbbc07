import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, ConversationId, RealmId, UserId } from '../../platform/ids.ts'
import type { Language } from '../words/languages.ts'
import { wordsOfText } from '../words/word-list.ts'
import type { Conversation as ConversationEntity } from './entities.ts'

/** The destination of a message: a topic of a channel, or a sorted set of users that includes the sender. */
export type Destination =
  | { readonly kind: 'topic'; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: 'direct'; readonly participants: readonly UserId[] }

export interface Conversation {
  readonly id: ConversationId
  /** The topic as stored, which may differ in case from the request; undefined for direct conversations. */
  readonly topic?: string
  /** Whether this call created it. */
  readonly isNew?: boolean
}

/** Conversations that exist, by `keyOf` their destinations. */
export type KnownConversations = ReadonlyMap<string, Conversation>

/** Where a statement found or created a conversation: `n` is the index of its destination. */
type FoundTopic = Columns<typeof ConversationEntity, 'id' | 'topic'> & { readonly n: number }
type FoundDirect = Columns<typeof ConversationEntity, 'id'> & { readonly n: number; readonly isNew: boolean }

const TOPICS = statement(
  'conversation.topics',
  `WITH wanted AS (
     SELECT DISTINCT ON (channel_id, lower(topic)) channel_id, topic, words
     FROM unnest($2::int[], $3::text[], $4::text[]) AS w (channel_id, topic, words)
   ), existing AS (
     SELECT c.id, c.channel_id, c.topic FROM wanted w
     JOIN conversation c ON c.channel_id = w.channel_id AND lower(c.topic) = lower(w.topic) -- conversation_topic
   ), added AS (
     INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id, language, words)
     SELECT $1, w.channel_id, w.topic, 0, $5, w.words::tsvector FROM wanted w
     WHERE NOT EXISTS (SELECT FROM existing e WHERE e.channel_id = w.channel_id AND lower(e.topic) = lower(w.topic))
     RETURNING id, channel_id, topic
   ), found AS (SELECT * FROM existing UNION ALL SELECT * FROM added)
   SELECT w.n::int - 1 AS n, f.id, f.topic FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS w (channel_id, topic, n)
   JOIN found f ON f.channel_id = w.channel_id AND lower(f.topic) = lower(w.topic)`,
)

// These two look for each destination alone (conversation_topic, conversation_direct). With a plain join,
// Postgres reads and compares all conversations of a small organization.
const FIND_TOPICS = statement(
  'conversation.find-topics',
  `SELECT w.n::int - 1 AS n, c.id, c.topic FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS w (channel_id, topic, n)
   CROSS JOIN LATERAL (
     SELECT id, topic FROM conversation WHERE channel_id = w.channel_id AND lower(topic) = lower(w.topic) LIMIT 1
   ) c`,
)

const FIND_DIRECT = statement(
  'conversation.find-direct',
  `SELECT w.n::int - 1 AS n, c.id, false AS "isNew" FROM unnest($2::text[]) WITH ORDINALITY AS w (ids, n)
   CROSS JOIN LATERAL (
     SELECT id FROM conversation WHERE realm_id = $1 AND participant_ids = w.ids::int[] AND channel_id IS NULL LIMIT 1
   ) c`,
)

const DIRECT = statement(
  'conversation.direct',
  `WITH wanted AS (SELECT DISTINCT ids::int[] AS ids FROM unnest($2::text[]) AS w (ids)),
   existing AS (
     SELECT c.id, c.participant_ids FROM wanted w
     JOIN conversation c ON c.realm_id = $1 AND c.participant_ids = w.ids AND c.channel_id IS NULL -- conversation_direct
   ), added AS (
     INSERT INTO conversation (realm_id, participant_ids, newest_message_id)
     SELECT $1, w.ids, 0 FROM wanted w WHERE NOT EXISTS (SELECT FROM existing e WHERE e.participant_ids = w.ids)
     RETURNING id, participant_ids
   ), joined AS (
     INSERT INTO conversation_participant (user_id, conversation_id)
     SELECT user_id, added.id FROM added, unnest(added.participant_ids) AS user_id
   ), found AS (SELECT *, false AS new FROM existing UNION ALL SELECT *, true FROM added)
   SELECT w.n::int - 1 AS n, f.id, f.new AS "isNew" FROM unnest($2::text[]) WITH ORDINALITY AS w (ids, n)
   JOIN found f ON f.participant_ids = w.ids::int[]`,
)

/**
 * Finds the existing conversations of destinations. The result is valid while the caller keeps the event log
 * locked. One query per kind of destination, in one round trip.
 */
export async function findConversations(
  sql: Sql,
  realm: RealmId,
  destinations: readonly Destination[],
): Promise<KnownConversations> {
  const { topics, direct } = byKind(destinations)
  const [foundTopics, foundDirect] = await allOf([
    topics.length === 0
      ? []
      : sql.run<FoundTopic>(FIND_TOPICS, [
          topics.map(({ channel }) => channel),
          topics.map(({ topic }) => topic),
        ]),
    direct.length === 0 ? [] : sql.run<FoundDirect>(FIND_DIRECT, [realm, direct.map(arrayText)]),
  ])
  const known = new Map<string, Conversation>()
  for (const { n, id, topic } of foundTopics) known.set(keyOf(topics[n]!), { id, topic: topic! })
  for (const { n, id } of foundDirect) known.set(keyOf(direct[n]!), { id, isNew: false })
  return known
}

/**
 * Returns the conversations of destinations in the same order, and creates missing ones. The caller has
 * locked the event log, so nobody creates, renames or moves conversations meanwhile. One query per kind of
 * destination, and none when all are `known`. `language`: the language of new topics' words.
 */
export async function resolveConversations(
  sql: Sql,
  realm: RealmId,
  destinations: readonly Destination[],
  language: Language,
  known: KnownConversations = new Map(),
): Promise<Conversation[]> {
  const found = new Map(known)
  const { topics, direct } = byKind(destinations.filter((destination) => !known.has(keyOf(destination))))
  if (topics.length > 0) {
    const rows = await sql.run<FoundTopic>(TOPICS, [
      realm,
      topics.map(({ channel }) => channel),
      topics.map(({ topic }) => topic),
      topics.map(({ topic }) => wordsOfText(topic)),
      language.code,
    ])
    for (const { n, id, topic } of rows) found.set(keyOf(topics[n]!), { id, topic: topic! })
  }
  if (direct.length > 0) {
    const rows = await sql.run<FoundDirect>(DIRECT, [realm, direct.map(arrayText)])
    for (const { n, id, isNew } of rows) found.set(keyOf(direct[n]!), { id, isNew })
  }
  return destinations.map((destination) => found.get(keyOf(destination))!)
}

type Topic = Extract<Destination, { kind: 'topic' }>
type Direct = Extract<Destination, { kind: 'direct' }>

/** The different destinations by kind. */
function byKind(destinations: readonly Destination[]): { topics: Topic[]; direct: Direct[] } {
  const different = [...new Map(destinations.map((each) => [keyOf(each), each])).values()]
  return {
    topics: different.filter((destination) => destination.kind === 'topic'),
    direct: different.filter((destination) => destination.kind === 'direct'),
  }
}

const arrayText = ({ participants }: Direct): string => `{${participants.join(',')}}`

/** Tells destinations from each other. Topics that differ in case have different keys. */
export const keyOf = (destination: Destination): string =>
  destination.kind === 'topic'
    ? `topic ${destination.channel} ${destination.topic}`
    : `direct ${destination.participants.join(',')}`
