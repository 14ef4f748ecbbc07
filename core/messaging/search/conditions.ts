import { escapeText } from '../../content/markdown/rendering/escape.ts'
import { allOf, type Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { Search } from './read-search.ts'

/** Returns SQL for the text search vector of a row of `message`, as in the index message_words. */
export const vectorOf = (row: string): string => {
  const columns = [
    'language',
    'rendered_content',
    'id',
    'realm_id',
    'conversation_id',
    'channel_id',
    'sender_id',
    'bits',
  ]
  return `message_vector(${columns.map((column) => `${row}.${column}`).join(', ')})`
}

/**
 * Returns SQL: row `m` or its topic contains each word of a search, read in the language of the message.
 * Reads the row again by its key (message_pkey), because `m` may lack the text. It reads the text of every
 * row, so use it for few rows and the index message_words for many.
 */
export function wordsCondition({ readings }: Search, parameters: Parameters): string {
  const read = readings.map(({ language, words }) =>
    allOf([
      `s.language = ${parameters.add(language.code)}::int2`,
      ...words.map(
        (word) => `(s.words @@ ${parameters.add(word.content)}::tsquery
          OR coalesce(topic_vector(s.topic) @@ ${parameters.add(word.topic)}::tsquery, false))`,
      ),
    ]),
  )
  if (read.length === 0) return 'false'
  return `EXISTS (SELECT FROM (
      SELECT n.language, c.topic, ${vectorOf('n')} AS words
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${read.map((condition) => `(${condition})`).join(' OR ')})`
}

/**
 * Returns SQL: row `m` or its topic contains each phrase of a search literally. Empty when there are no
 * phrases.
 */
export function phrasesCondition({ phrases }: Search, parameters: Parameters): string {
  if (phrases.length === 0) return ''
  const found = phrases.map((phrase) => {
    const text = parameters.add(`%${escapePattern(phrase)}%`)
    const html = parameters.add(`%${escapePattern(escapeText(phrase))}%`)
    return `(s.content ILIKE ${text} OR s.rendered_content ILIKE ${html} OR coalesce(s.topic ILIKE ${text}, false))`
  })
  // Without OFFSET 0 the planner may search all messages for the phrases at once.
  return `EXISTS (SELECT FROM (
      SELECT n.content, n.rendered_content, c.topic
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${allOf(found)})`
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
