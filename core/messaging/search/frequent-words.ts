import type { Database } from '../../platform/db/database.ts'
import type { ReadSource } from '../../platform/db/read-source.ts'
import { statement } from '../../platform/db/statements/statement.ts'

/** How long statistics are remembered. Postgres renews them when a tenth of the messages has changed. */
const MAX_AGE_MS = 60_000
/**
 * Words and marks that are remembered. Postgres keeps ten for each unit of its statistics target, which is
 * 100 at first.
 */
const MAX_WORDS = 10_000
/**
 * A mark of the index message_words for a conversation, channel, sender, link, image or attachment. Words are
 * in lower case.
 */
const MARK = /^[VCSLIA]/

const STATISTICS = statement(
  'search.frequent-words',
  `SELECT (most_common_elems::text::text[])[:${MAX_WORDS}] AS words FROM pg_stats
   WHERE schemaname = current_schema() AND tablename = 'message_words'`,
)

/** The most frequent words and marks of the index message_words, as statistics of Postgres know them. */
export class FrequentWords {
  readonly #words: ReadonlySet<string>
  readonly #marks: readonly string[]

  constructor(words: readonly string[]) {
    this.#words = new Set(words)
    this.#marks = words.filter((word) => MARK.test(word))
  }

  /** Returns the frequent ones of some lexemes, and all frequent marks. */
  among(lexemes: readonly string[]): string[] {
    return [...this.#marks, ...lexemes.filter((lexeme) => this.#words.has(lexeme))]
  }

  /** Returns frequent words that begin with a text, the most frequent first. */
  beginningWith(text: string, most: number): string[] {
    const found: string[] = []
    for (const word of this.#words) {
      if (found.length === most) break
      if (word.startsWith(text)) found.push(word)
    }
    return found
  }
}

interface Known {
  readonly until: number
  readonly words: Promise<FrequentWords | undefined>
}

const known = new WeakMap<Database, Known>()

/** Returns undefined when Postgres has no statistics yet. One query a minute. */
export function frequentWords(source: ReadSource): Promise<FrequentWords | undefined> {
  const last = known.get(source.server)
  if (last !== undefined && Date.now() < last.until) return last.words
  const words = loadWords(source)
  known.set(source.server, { until: Date.now() + MAX_AGE_MS, words })
  words.catch(() => known.delete(source.server))
  return words
}

async function loadWords(source: ReadSource): Promise<FrequentWords | undefined> {
  const [row] = await source.run<{ readonly words: string[] | null }>(STATISTICS)
  return row?.words == null ? undefined : new FrequentWords(row.words)
}
