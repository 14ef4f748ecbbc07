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

/**
 * Messages with a word that the words with one beginning may have in common before the most frequent of them
 * stand for all. Fewer are read in about a millisecond.
 */
const MANY_MESSAGES = 1_000

const STATISTICS = statement(
  'search.frequent-words',
  `SELECT (s.most_common_elems::text::text[])[:${MAX_WORDS}] AS words,
     (s.most_common_elem_freqs)[:${MAX_WORDS}] AS shares, c.reltuples AS messages
   FROM pg_stats s
   JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = s.schemaname::regnamespace
   WHERE s.schemaname = current_schema() AND s.tablename = 'message_words'`,
)

interface StatisticsRow {
  readonly words: readonly string[] | null
  /** The share of messages that have each word. */
  readonly shares: readonly number[] | null
  readonly messages: number
}

/** The most frequent words and marks of the index message_words, as statistics of Postgres know them. */
export class FrequentWords {
  readonly #words: ReadonlySet<string>
  /** The words that many messages have, the most frequent first. */
  readonly #inMany: readonly string[]
  readonly #marks: readonly string[]

  /** `messages`: for each word, how many have it. */
  constructor(words: readonly string[], messages: readonly number[]) {
    this.#words = new Set(words)
    // Postgres keeps them in the order of their letters.
    this.#inMany = words
      .map((word, n) => ({ word, messages: messages[n]! }))
      .filter((one) => one.messages >= MANY_MESSAGES)
      .sort((one, other) => other.messages - one.messages)
      .map(({ word }) => word)
    this.#marks = words.filter((word) => MARK.test(word))
  }

  /** Returns the frequent ones of some lexemes, and all frequent marks. */
  among(lexemes: readonly string[]): string[] {
    return [...this.#marks, ...lexemes.filter((lexeme) => this.#words.has(lexeme))]
  }

  /** Returns words of many messages that begin with a text, the most frequent first. */
  beginningWith(text: string, most: number): string[] {
    const found: string[] = []
    for (const word of this.#inMany) {
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
  const [row] = await source.run<StatisticsRow>(STATISTICS)
  if (row?.words == null) return undefined
  const messages = row.words.map((_, n) => (row.shares?.[n] ?? 1) * row.messages)
  return new FrequentWords(row.words, messages)
}
