import { FlagBit } from '../../content/messages/bits.ts'
import { allOf } from '../../platform/db/statements/sql-builder.ts'
import { matchesWords, type WordIndex } from '../search/conditions.ts'
import { type Search, searchQuery, type Word } from '../search/read-search.ts'
import { boundBeginnings } from '../search/word-query.ts'
import { readableArrays } from './access.ts'
import { conversationsCondition } from './conditions.ts'
import { conditionOf, type QueryContext, readerParameter } from './query-context.ts'
import { inRanges, isOn, nearestOf, orderOf, whole } from './ranges.ts'
import { type Feature, named, type ResolvedTerm } from './terms.ts'
import { inWindows } from './windows.ts'

/**
 * Most channels and conversations that a query names. A reader with more finds enough messages without them.
 */
const MAX_PLACES = 24
const INDEXES: readonly WordIndex[] = ['message_words', 'message_words_before']
/** Most topics that match some of the words and whose messages are searched for the others. */
const MAX_TOPICS = 50

/**
 * Returns a query for the nearest messages that match a search: all words in the message, all in the topic,
 * or some in each (only for the newest `MAX_TOPICS` such topics).
 */
export function bySearch(query: QueryContext, term: Extract<ResolvedTerm, { kind: 'search' }>): string {
  const { terms, side } = query
  const { search } = term
  if (search.readings.length === 0 && search.former === undefined) {
    return `(SELECT m.id FROM message m WHERE false AND ${isOn(side, 'm.id')} LIMIT ${side.limit})`
  }
  // The index already matches the words, so only their order remains to be checked.
  const others = terms.map((candidate) =>
    candidate === term ? { ...term, isMet: true as const } : candidate,
  )
  const rest: QueryContext = { ...query, terms: others }
  const parts = [...ofMessages(rest, search), ...ofTopics(rest, search), ...mixed(rest, search)]
  if (parts.length === 1) return parts[0]!
  return `(SELECT id FROM (${parts.join(' UNION ')}) found ORDER BY id ${orderOf(side)} LIMIT ${side.limit})`
}

/**
 * Returns queries for messages that contain all words, by what is listed (message_words) and was indexed
 * before (message_words_before).
 */
function ofMessages(query: QueryContext, { readings, former }: Search): string[] {
  const { parameters, side } = query
  const wordsOf = (words: string) => within(query, `${parameters.add(words)}::tsquery`)
  const listed =
    readings.length === 0 ? [] : [inWindows(query, wordsOf(searchQuery(readings, side.frequentWords)))]
  if (former === undefined) return listed
  return [...listed, inWindows(query, wordsOf(former), 'message_words_before')]
}

/** Returns a query for the nearest messages that match by the index's marks: sender, channel, link, … */
export function byMarks(query: QueryContext): string {
  const { side } = query
  const listed = inWindows(query, within(query))
  if (side.needsFormerWords !== true) return listed
  const others = inWindows(query, within(query), 'message_words_before')
  return `(SELECT id FROM (${listed} UNION ALL ${others}) found ORDER BY id ${orderOf(side)} LIMIT ${side.limit})`
}

/**
 * Returns SQL of a tsquery: the searched words, if any, with all marks of the index that follow from the
 * terms.
 */
function within(query: QueryContext, words?: string): string {
  const { realm, reader, terms, parameters } = query
  const marks: string[] = []
  const channel = named(terms, 'channel')?.channel
  const sender = named(terms, 'sender')
  if (channel !== undefined) marks.push(`C${channel.id}`)
  if (sender !== undefined) marks.push(`S${sender.user}`)
  for (const term of terms) {
    if (term.kind === 'has' && !term.negated && term.feature !== 'reaction') marks.push(MARK[term.feature])
  }
  const given = [
    ...(words === undefined ? [] : [words]),
    ...marks.map((mark) => `${parameters.add(mark)}::tsquery`),
  ]
  const queries = given.join(' && ')
  if (terms.some((term) => !term.negated && OF_CONVERSATIONS.includes(term.kind))) {
    const condition = conversationsCondition(realm, reader, terms, parameters)
    return `${queries} && coalesce((SELECT string_agg('V' || c.id, ' | ')::tsquery
      FROM conversation c WHERE ${condition}), 'Z'::tsquery)`
  }
  if (channel !== undefined) return queries
  return `(SELECT coalesce(given.words && places.words, given.words)
    FROM (SELECT ${queries} AS words) given, ${placesOf(query)} places)`
}

const OF_CONVERSATIONS: readonly ResolvedTerm['kind'][] = ['topic', 'dm', 'including', 'followed']

const MARK: Readonly<Record<Exclude<Feature, 'reaction'>, string>> = {
  link: 'L',
  image: 'I',
  attachment: 'A',
}

/**
 * Returns SQL of a tsquery for the channels and conversations of the reader's messages; null when there are
 * many.
 */
function placesOf(query: QueryContext): string {
  const ids = named(query.terms, 'channels')?.ids
  const places =
    ids === undefined
      ? ownPlaces(query)
      : `SELECT 'C' || unnest(${query.parameters.add(ids.slice(0, MAX_PLACES + 1))}::int[]) AS place`
  return `(SELECT CASE WHEN count(*) = 0 THEN 'Z'::tsquery WHEN count(*) <= ${MAX_PLACES}
    THEN string_agg(place, ' | ')::tsquery END AS words
    FROM (SELECT * FROM (${places}) p LIMIT ${MAX_PLACES + 1}) p)`
}

/**
 * Returns SQL: readable channels and conversations where messages reach the reader or are starred
 * (message_flag_starred). Stars are not looked at when there are too many places without them. Their channels
 * are probed one by one (message_pkey): a join may scan all messages.
 */
function ownPlaces(query: QueryContext): string {
  const me = `${readerParameter(query)}::int`
  const { all } = readableArrays(query.realm, query.reader, query.parameters)
  return `WITH reached AS MATERIALIZED (SELECT place FROM (
      SELECT DISTINCT 'C' || channel_id AS place FROM subscription_span WHERE user_id = ${me} AND channel_id = ANY (${all})
      UNION ALL SELECT 'V' || conversation_id FROM conversation_participant WHERE user_id = ${me}
    ) p LIMIT ${MAX_PLACES + 1})
    SELECT place FROM reached
    UNION SELECT 'C' || starred.channel_id FROM (
      SELECT (SELECT m.channel_id FROM message m WHERE m.id = f.message_id) FROM message_flag f
      WHERE (SELECT count(*) FROM reached) <= ${MAX_PLACES} AND f.user_id = ${me} AND f.bits & ${FlagBit.starred} <> 0 OFFSET 0
    ) starred (channel_id) WHERE starred.channel_id = ANY (${all})`
}

/**
 * Returns a query for messages whose topic contains all words (conversation_words, message_conversation), or
 * none when some word is in no topic.
 */
function ofTopics(query: QueryContext, { readings }: Search): string[] {
  const inTopics = readings.filter(({ words }) => words.every((word) => word.isInTopics))
  if (inTopics.length === 0) return []
  const condition = allOf([
    topicsOf(query),
    `topic_lexemes(c.language, c.words) @@ ${query.parameters.add(searchQuery(inTopics))}::tsquery`,
  ])
  const ranges = whole('conversation_id', `SELECT c.id AS value FROM conversation c WHERE ${condition}`)
  return [inRanges(ranges, conditionOf(query), query.side)]
}

/** Returns SQL: row `c` is a topic that may contain matches. */
function topicsOf({ realm, reader, terms, parameters }: QueryContext): string {
  return allOf([
    'c.words IS NOT NULL',
    `c.realm_id = ${parameters.add(realm.record.id)}::int`,
    conversationsCondition(realm, reader, terms, parameters),
  ])
}

/**
 * Returns queries for messages that contain the words missing from their partly matching topic
 * (conversation_words, message_words, and message_words_before while words are not listed yet).
 */
function mixed(query: QueryContext, { readings, former }: Search): string[] {
  const { parameters, side } = query
  const contentIn: Readonly<Record<WordIndex, (word: Word) => string | null>> = {
    message_words: (word) => boundBeginnings(word.query, side.frequentWords),
    message_words_before: (word) => word.former ?? null,
  }
  const indexes = former === undefined ? (['message_words'] as const) : INDEXES
  return readings
    .filter(({ words }) => words.length > 1 && words.some((word) => word.isInTopics))
    .flatMap(({ words }) => indexes.map((index) => ({ words, index })))
    .map(({ words, index }) => {
      const given = words.map((word) => {
        const content = contentIn[index](word)
        return {
          topic: `${parameters.add(word.query)}::tsquery`,
          content: content === null ? 'mark.mark' : `${parameters.add(content)}::tsquery`,
        }
      })
      const some = given.map(({ topic }) => `(${topic})`).join(' || ')
      const missing = given
        .map(
          ({ topic, content }) =>
            ` && CASE WHEN topic_lexemes(c.language, c.words) @@ ${topic} THEN mark.mark ELSE ${content} END`,
        )
        .join('')
      const rows = `SELECT mark.mark${missing} AS words
        FROM (SELECT * FROM (SELECT * FROM conversation c
            WHERE ${topicsOf(query)} AND topic_lexemes(c.language, c.words) @@ (${some}) OFFSET 0) c
          ORDER BY c.id DESC LIMIT ${MAX_TOPICS}) c
        CROSS JOIN LATERAL (SELECT ('V' || c.id)::tsquery AS mark) mark`
      const probe = `SELECT m.id
        FROM (SELECT * FROM message m WHERE ${matchesWords('m', ['r.words'], index)} OFFSET 0) m
        WHERE ${isOn(side, 'm.id')} AND ${conditionOf(query)}
        ORDER BY m.id ${orderOf(side)} LIMIT ${side.limit}`
      return nearestOf(rows, probe, side)
    })
}
