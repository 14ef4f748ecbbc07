import { escapeText } from '../../content/markdown/escape.ts'
import { allOf, type Parameters } from '../narrow/sql.ts'
import type { Search } from './read-search.ts'

/** As SQL, the vector of a row of `message`, as the index message_words has it. */
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
 * That row `m`, or its topic, has all the words of a search, each in one of the two, in the language it was read
 * by. The row is read again by its key: what stands for it need not have its text (message_pkey). It costs
 * reading its text: for few rows; many are found by `message_words`.
 */
export function wordsCondition({ readings }: Search, parameters: Parameters): string {
  const read = readings.map(({ language, words }) =>
    allOf([
      `s.language = ${parameters.add(language.code)}::int2`,
      ...words.map(
        (word) => `(s.words @@ ${parameters.add(word.said)}::tsquery
          OR coalesce(topic_vector(s.topic) @@ ${parameters.add(word.topic)}::tsquery, false))`,
      ),
    ]),
  )
  if (read.length === 0) return 'false'
  return `EXISTS (SELECT FROM (
      SELECT n.language, c.topic, ${vectorOf('n')} AS words
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${read.map((one) => `(${one})`).join(' OR ')})`
}

/** That row `m`, or its topic, has the phrases of a search as they are written. Empty when there are none. */
export function phrasesCondition({ phrases }: Search, parameters: Parameters): string {
  if (phrases.length === 0) return ''
  const found = phrases.map((phrase) => {
    const text = parameters.add(`%${asPattern(phrase)}%`)
    const html = parameters.add(`%${asPattern(escapeText(phrase))}%`)
    return `(s.content ILIKE ${text} OR s.rendered_content ILIKE ${html} OR coalesce(s.topic ILIKE ${text}, false))`
  })
  // Without OFFSET 0 the planner may look for the phrases in all messages at once.
  return `EXISTS (SELECT FROM (
      SELECT n.content, n.rendered_content, c.topic
      FROM message n JOIN conversation c ON c.id = n.conversation_id WHERE n.id = m.id OFFSET 0
    ) s WHERE ${allOf(found)})`
}

const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
