import { type Sql, statement } from '../../platform/db/statement.ts'
import { forEachWord, type IsMatch } from './highlight.ts'
import { anyOf, type Reading, type Search } from './read-search.ts'

/** Words of rendered messages, then words of topics, that match any of the searches. */
const FOUND = statement(
  'search.found-words',
  `SELECT ARRAY(SELECT word FROM unnest($1::text[]) word
      WHERE EXISTS (SELECT FROM unnest($3::text[], $4::text[]) AS l (configuration, query)
        WHERE to_tsvector(l.configuration::regconfig, word) @@ l.query::tsquery)) AS content,
    ARRAY(SELECT word FROM unnest($2::text[]) word
      WHERE EXISTS (SELECT FROM unnest($5::text[]) AS query WHERE topic_vector(word) @@ query::tsquery)) AS topic`,
)

/** The words that match. */
interface FoundRow {
  readonly content: string[]
  readonly topic: string[]
}

/** Decides which words match the searches, in messages and in topics. */
export interface FoundWords {
  readonly content: IsMatch
  readonly topic: IsMatch
}

/**
 * Finds the words of rendered messages and of topics, both as HTML, that match the searches according to Postgres. One query, or
 * none when no word can match.
 */
export async function findWords(
  sql: Sql,
  searches: readonly Search[],
  htmls: { readonly contents: readonly string[]; readonly topics: readonly string[] },
): Promise<FoundWords> {
  const readings = searches.flatMap((search) => search.readings)
  const contents = candidates(htmls.contents, readings, 'content')
  const topics = candidates(htmls.topics, readings, 'topic')
  if (contents.length === 0 && topics.length === 0) return { content: () => false, topic: () => false }
  const [row] = await sql.run<FoundRow>(FOUND, [
    contents,
    topics,
    readings.map(({ language }) => language.configuration),
    readings.map(({ words }) => anyOf(words, 'content')),
    readings.map(({ words }) => anyOf(words, 'topic')),
  ])
  const content = new Set(row!.content)
  const topic = new Set(row!.topic)
  return { content: (word) => content.has(word), topic: (word) => topic.has(word) }
}

/** Returns each word once that begins as a searched one does. */
function candidates(
  htmls: readonly string[],
  readings: readonly Reading[],
  where: 'content' | 'topic',
): string[] {
  const first = firstLetters(readings.flatMap(({ words }) => words.map((word) => word[where])))
  if (first.size === 0) return []
  const words = new Set<string>()
  for (const html of htmls) forEachWord(html, (word) => words.add(word))
  return [...words].filter((word) => first.has(firstLetter(word)))
}

/** Returns the first letters of the lexemes. A stem begins with the same letter as its word, except for accents. */
function firstLetters(queries: readonly string[]): Set<string> {
  const lexemes = queries.flatMap((query) =>
    [...query.matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1]!),
  )
  return new Set(lexemes.map(firstLetter))
}

/** Without accents and in lower case. */
function firstLetter(word: string): string {
  const code = word.codePointAt(0)
  if (code === undefined) return ''
  if (code < 128) return word[0]!.toLowerCase()
  return [...word.toLowerCase().normalize('NFD')][0] ?? ''
}
