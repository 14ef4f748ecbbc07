import { escapeText } from '../../content/markdown/rendering/escape.ts'
import { allOf, type Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { Search, Sequence } from './read-search.ts'

/**
 * The index of messages whose words are listed, or the index of all messages as a former version has indexed
 * them.
 */
export type WordIndex = 'message_words' | 'message_words_before'

const PLACE = ['id', 'realm_id', 'conversation_id', 'channel_id', 'sender_id', 'bits']
const FORMER = ['language', 'rendered_content', ...PLACE]
const LISTED = ['language', 'words', ...PLACE]

const vectorOf = (row: string, index: WordIndex): string => {
  const [name, columns] = index === 'message_words' ? ['message_lexemes', LISTED] : ['message_vector', FORMER]
  return `${name}(${columns.map((column) => `${row}.${column}`).join(', ')})`
}

/** Returns SQL: a row of `message` that the index is for matches each of some tsqueries. */
export function matchesWords(
  row: string,
  queries: readonly string[],
  index: WordIndex = 'message_words',
): string {
  const matches = queries.map((query) => `${vectorOf(row, index)} @@ ${query}`)
  return allOf([`${row}.words IS ${index === 'message_words' ? 'NOT NULL' : 'NULL'}`, ...matches])
}

/**
 * Returns SQL: row `m` or its topic contains each word of a search, read in the language of the message.
 * Reads the row again by its key (message_pkey), because `m` may lack the text. It reads the words of every
 * row, so use it for few rows and the index message_words for many.
 */
export function wordsCondition({ readings, former }: Search, parameters: Parameters): string {
  const read = readings.map(({ language, words }) =>
    allOf([
      `s.language = ${parameters.add(language.code)}::int2`,
      ...words.map((word) => {
        const given = `${parameters.add(word.query)}::tsquery`
        const listed = `s.of_message @@ ${given} OR coalesce(s.of_topic @@ ${given}, false)`
        if (former === undefined) return `(${listed})`
        const before = word.former == null ? 'IS NOT NULL' : `@@ ${parameters.add(word.former)}::tsquery`
        return `(${listed} OR coalesce(s.former ${before}, false))`
      }),
    ]),
  )
  if (former !== undefined) read.push(`s.former @@ ${parameters.add(former)}::tsquery`)
  if (read.length === 0) return 'false'
  return `EXISTS (SELECT FROM (
      SELECT n.language, ${vectorOf('n', 'message_words')} AS of_message, topic_lexemes(c.language, c.words) AS of_topic
        ${former === undefined ? '' : `, CASE WHEN n.words IS NULL THEN ${vectorOf('n', 'message_words_before')} END AS former`}
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${read.map((condition) => `(${condition})`).join(' OR ')})`
}

/** Returns SQL: row `m` or its topic contains each sequence of a search. Empty when there are none. */
export function sequencesCondition({ sequences, former }: Search, parameters: Parameters): string {
  if (sequences.length === 0) return ''
  const found = sequences.map((sequence) => {
    const listed = allOf([inOrder(sequence, parameters), literally(sequence.literal, parameters)])
    if (former === undefined) return listed
    return `CASE WHEN s.words IS NULL THEN ${literally(sequence.phrase, parameters) || 'true'} ELSE ${listed} END`
  })
  // Without OFFSET 0 the planner may search all messages for the sequences at once.
  return `EXISTS (SELECT FROM (
      SELECT n.content, n.rendered_content, n.words, c.topic, c.words AS of_topic
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${allOf(found)})`
}

function inOrder({ query }: Sequence, parameters: Parameters): string {
  const given = `${parameters.add(query)}::tsquery`
  return `(s.words @@ ${given} OR coalesce(s.of_topic @@ ${given}, false))`
}

function literally(phrase: string | undefined, parameters: Parameters): string {
  if (phrase === undefined) return ''
  const text = parameters.add(`%${escapePattern(phrase)}%`)
  const html = parameters.add(`%${escapePattern(escapeText(phrase))}%`)
  return `(s.content ILIKE ${text} OR s.rendered_content ILIKE ${html} OR coalesce(s.topic ILIKE ${text}, false))`
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
