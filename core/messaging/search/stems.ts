import { LRUCache } from 'lru-cache'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Language } from '../words/languages.ts'

/** Most words of which a process remembers the stems, and the length of the longest. */
const MAX_KNOWN = 50_000
const MAX_KNOWN_LENGTH = 40

const STEMS = statement(
  'search.stems',
  `SELECT l.n::int - 1 AS language, w.word, ts_lexize(l.dictionary::regdictionary, w.word) AS stems
   FROM unnest($1::text[]) WITH ORDINALITY AS l (dictionary, n), unnest($2::text[]) AS w (word)`,
)

interface StemsRow {
  readonly language: number
  readonly word: string
  /** Empty for a stop word; null for a word that the dictionary does not know. */
  readonly stems: readonly string[] | null
}

/**
 * Returns the stems of a word in a language; none for a stop word. Those of a word that was not asked for
 * are unknown.
 */
export type Stems = (language: Language, word: string) => readonly string[]

const known = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN })
const keyOf = (language: Language, word: string) => `${language.code} ${word}`

/**
 * Finds the stems of words in languages, as Postgres does for its index. At most one query, for words that
 * this process does not know.
 */
export async function findStems(
  sql: Sql,
  languages: readonly Language[],
  words: Iterable<string>,
): Promise<Stems> {
  const found = new Map<string, readonly string[]>()
  const unknown = new Set<string>()
  for (const word of words) {
    for (const language of languages) {
      const key = keyOf(language, word)
      const stems = known.get(key)
      if (stems === undefined) unknown.add(word)
      else found.set(key, stems)
    }
  }
  if (unknown.size > 0) {
    const rows = await sql.run<StemsRow>(STEMS, [languages.map(({ dictionary }) => dictionary), [...unknown]])
    for (const { language, word, stems } of rows) {
      const key = keyOf(languages[language]!, word)
      found.set(key, stems ?? [word])
      if (word.length <= MAX_KNOWN_LENGTH) known.set(key, stems ?? [word])
    }
  }
  return (language, word) => found.get(keyOf(language, word)) ?? []
}
