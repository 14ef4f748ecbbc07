import { LRUCache } from 'lru-cache'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { type PlacedWord, piecesWith, wordsOf } from './highlight.ts'
import { keepsFirstLetters } from './languages.ts'
import { anyLexeme, lexemes, type Reading, type Search } from './read-search.ts'

/** Most searches of which a process remembers words. */
const MAX_KNOWN_SEARCHES = 200
/** Most words that are remembered of a search, and the length of the longest. */
const MAX_KNOWN_WORDS = 1_000
const MAX_KNOWN_LENGTH = 40

/** Words of rendered messages, then words of topics, that have a lexeme of any of the searches. */
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

/** A lexeme of several words, such as a host name or a number with a sign. */
const COMPOUND = /[^\p{L}\p{N}\p{M}]/u

/** Where words are searched for: in rendered messages, or in topics. */
type Where = 'content' | 'topic'

/** Whether words match a search. Postgres says the same about a word each time. */
const known = new LRUCache<string, Map<string, boolean>>({ max: MAX_KNOWN_SEARCHES })

/** Decides which words match any of some searches. */
export class WordMatcher {
  readonly #where: Where
  readonly #readings: readonly Reading[]
  /** Undefined when words with any first letter may match. */
  readonly #firstLetters: ReadonlySet<string> | undefined
  readonly #pieces: RegExp | undefined
  readonly #known: Map<string, boolean>
  readonly #unknown = new Set<string>()
  #found: ReadonlySet<string> = new Set()

  constructor(searches: readonly Search[], where: Where) {
    this.#where = where
    this.#readings = searches.flatMap((search) => search.readings)
    const searched = this.#readings.flatMap(({ words }) => words.map((word) => word[where])).flatMap(lexemes)
    const compounds = searched.filter((lexeme) => COMPOUND.test(lexeme))
    this.#pieces = piecesWith(compounds)
    const keepFirstLetters =
      where === 'topic' || this.#readings.every(({ language }) => keepsFirstLetters(language))
    this.#firstLetters = keepFirstLetters ? new Set(searched.map(firstLetter)) : undefined
    const key = JSON.stringify([where, this.configurations, this.queries])
    this.#known = known.get(key) ?? new Map()
    known.set(key, this.#known)
  }

  /** The text search configurations of the readings, and a tsquery for each. */
  get configurations(): string[] {
    return this.#readings.map(({ language }) => language.configuration)
  }
  get queries(): string[] {
    return this.#readings.map(({ words }) => anyLexeme(words, this.#where))
  }
  /** The words of all texts that Postgres has to be asked about. */
  get unknown(): string[] {
    return [...this.#unknown]
  }

  /**
   * Returns the words of HTML that may match, because they begin as a searched one does where stems keep that
   * letter.
   */
  candidatesOf(html: string): PlacedWord[] {
    if (this.#firstLetters?.size === 0) return []
    const mayMatch = (word: string) => this.#firstLetters?.has(firstLetter(word)) ?? true
    const words = wordsOf(html, mayMatch, this.#pieces)
    for (const { word } of words) if (!this.#known.has(word)) this.#unknown.add(word)
    return words
  }

  /** Adds the unknown words that match. */
  learn(matching: readonly string[]): void {
    this.#found = new Set(matching)
    for (const word of this.#unknown) {
      if (this.#known.size >= MAX_KNOWN_WORDS) break
      if (word.length <= MAX_KNOWN_LENGTH) this.#known.set(word, this.#found.has(word))
    }
  }

  /** Whether a candidate matches, after `learn`. */
  readonly isMatch = (word: string): boolean => this.#known.get(word) ?? this.#found.has(word)
}

/** Asks Postgres about the words that the matchers do not know. At most one query. */
export async function learnWords(sql: Sql, content: WordMatcher, topic: WordMatcher): Promise<void> {
  if (content.unknown.length === 0 && topic.unknown.length === 0) return
  const values = [content.unknown, topic.unknown, content.configurations, content.queries, topic.queries]
  const [row] = await sql.run<FoundRow>(FOUND, values)
  content.learn(row!.content)
  topic.learn(row!.topic)
}

/** Without accents and in lower case. */
function firstLetter(word: string): string {
  const code = word.codePointAt(0)
  if (code === undefined) return ''
  if (code < 128) return word[0]!.toLowerCase()
  return [...word.toLowerCase().normalize('NFD')][0] ?? ''
}
