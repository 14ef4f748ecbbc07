import { type Sql, statement } from '../../platform/db/statement.ts'
import { type IsMatch, wordsOf } from './highlight.ts'
import { anyOf, type Search } from './read-search.ts'

const FOUND = statement(
  'search.found-words',
  `SELECT w.word, bool_or(to_tsvector(l.configuration::regconfig, w.word) @@ l.content::tsquery) AS content,
     bool_or(topic_vector(w.word) @@ l.topic::tsquery) AS topic
   FROM unnest($1::text[]) AS w (word),
     unnest($2::text[], $3::text[], $4::text[]) AS l (configuration, content, topic)
   GROUP BY w.word`,
)

/** Whether a word matches the searches, in messages and in topics. */
interface FoundWord {
  readonly word: string
  readonly content: boolean
  readonly topic: boolean
}

/** Decides which words match the searches, in messages and in topics. */
export interface FoundWords {
  readonly content: IsMatch
  readonly topic: IsMatch
}

/**
 * Finds the words in rendered HTML and topics that match the searches according to Postgres. One query, or none when no
 * word can match.
 */
export async function findWords(
  sql: Sql,
  searches: readonly Search[],
  htmls: readonly string[],
): Promise<FoundWords> {
  const readings = searches.flatMap((search) => search.readings)
  const first = firstLetters(
    readings.flatMap(({ words }) => words.flatMap((word) => [word.content, word.topic])),
  )
  const words = [...new Set(htmls.flatMap(wordsOf))].filter((word) => first.has(firstLetter(word)))
  if (words.length === 0) return { content: () => false, topic: () => false }
  const rows = await sql.run<FoundWord>(FOUND, [
    words,
    readings.map(({ language }) => language.configuration),
    readings.map(({ words }) => anyOf(words, 'content')),
    readings.map(({ words }) => anyOf(words, 'topic')),
  ])
  const content = new Set(rows.filter((row) => row.content).map((row) => row.word))
  const topic = new Set(rows.filter((row) => row.topic).map((row) => row.word))
  return { content: (word) => content.has(word), topic: (word) => topic.has(word) }
}

/** Returns the first letters of the lexemes. A stem begins with the same letter as its word, except for accents. */
function firstLetters(queries: readonly string[]): Set<string> {
  const lexemes = queries.flatMap((query) =>
    [...query.matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1]!),
  )
  return new Set(lexemes.map(firstLetter))
}

const firstLetter = (word: string): string => [...word.toLowerCase().normalize('NFD')][0] ?? ''
