import { MAX_SEARCH_LENGTH, MAX_SEARCH_PHRASES } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Language, languageNamed, languageOf } from '../words/languages.ts'
import type { SpokenLanguage } from './entity.ts'
import { searchTooLong, tooManyPhrases } from './errors.ts'
import { formerQuery, formerWordQueries } from './former-words.ts'
import type { FrequentWords } from './frequent-words.ts'
import { splitSearch, type Unit } from './split-search.ts'
import { findStems, type Stems } from './stems.ts'
import {
  allOf,
  anyOf,
  boundBeginnings,
  formsOf,
  type PartForms,
  sequenceQuery,
  unitQuery,
} from './word-query.ts'

/** A unit of a search in one language. */
export interface Word {
  readonly unit: Unit
  /** The terms that find each part. */
  readonly forms: readonly PartForms[]
  /** The tsquery on the index of messages, and on the index of topics. */
  readonly query: string
  /** Whether some topic of the organization has the word. */
  readonly isInTopics: boolean
  /**
   * The tsquery for messages whose words are not listed yet; null when they need not contain the word, and
   * undefined when there are none.
   */
  readonly former?: string | null
}

/** The words of a search in one language, without its stop words. */
export interface Reading {
  readonly language: Language
  readonly words: readonly Word[]
}

/** Words that must follow each other in a message or its topic. */
export interface Sequence {
  /** The tsquery on the list of words; the tsquery of any language is enough. */
  readonly query: string
  readonly literal: string | undefined
  /**
   * The literal text that a message contains while its words are not listed yet. Undefined for a search
   * without quotes.
   */
  readonly phrase: string | undefined
}

/** A parsed search. A message matches when it contains all words of one reading, and all sequences. */
export interface Search {
  readonly readings: readonly Reading[]
  readonly sequences: readonly Sequence[]
  /** A tsquery for messages whose words are not listed yet; undefined when there are none. */
  readonly former: string | undefined
}

// spoken_language_pkey
const SPOKEN = statement('search.spoken', 'SELECT language FROM spoken_language WHERE realm_id = $1')

const IN_TOPICS = statement(
  'search.in-topics',
  `SELECT w.n::int - 1 AS n FROM unnest($2::text[]) WITH ORDINALITY AS w (query, n)
   WHERE EXISTS (SELECT FROM conversation c WHERE c.realm_id = $1 AND c.words IS NOT NULL
     AND topic_lexemes(c.language, c.words) @@ w.query::tsquery)`, // conversation_words
)

/**
 * Parses a search of words and "phrases". Uses the current and all former languages of the organization. At
 * most three queries: for stems that this process does not know, for topics, and one a minute for messages
 * whose words are not listed yet; two more while there are such messages.
 */
export async function readSearch(sql: Sql, realm: RealmView, text: string): Promise<Search> {
  const languages = await languagesOf(sql, realm)
  const units = splitSearch(text)
  const parts = units.filter(({ isQuoted }) => !isQuoted).flatMap((unit) => unit.parts)
  const words = parts.flatMap(({ word, accented }) => (accented === undefined ? [word] : [word, accented]))
  const stems = await findStems(sql, languages, words)
  const readings = languages
    .map((language) => ({ language, words: readUnits(units, language, stems) }))
    .filter((reading) => reading.words.length > 0)
  const former = await formerQuery(sql, languages, text)
  const found = await findInTopics(sql, realm, readings)
  return {
    readings: former === undefined ? found : await withFormerWords(sql, found),
    sequences: sequencesOf(units, readings),
    former,
  }
}

type ReadUnit = Omit<Word, 'isInTopics' | 'former'>

function readUnits(units: readonly Unit[], language: Language, stems: Stems): ReadUnit[] {
  return units.flatMap((unit) => {
    const forms = unit.parts.map((part) => formsOf(unit, part, language, stems))
    if (forms.some((form) => form === undefined)) return []
    const found = forms as PartForms[]
    return [{ unit, forms: found, query: unitQuery(unit, found) }]
  })
}

/** One query. */
async function findInTopics(
  sql: Sql,
  realm: RealmView,
  readings: readonly { readonly language: Language; readonly words: readonly ReadUnit[] }[],
): Promise<Reading[]> {
  const queries = [...new Set(readings.flatMap(({ words }) => words.map(({ query }) => query)))]
  if (queries.length === 0) return []
  const rows = await sql.run<{ readonly n: number }>(IN_TOPICS, [realm.record.id, queries])
  const found = new Set(rows.map(({ n }) => queries[n]))
  return readings.map(({ language, words }) => ({
    language,
    words: words.map((word) => ({ ...word, isInTopics: found.has(word.query) })),
  }))
}

/** One query. */
async function withFormerWords(sql: Sql, readings: readonly Reading[]): Promise<Reading[]> {
  const written = readings.flatMap(({ language, words }) =>
    words.map(({ unit }) => ({ language, written: unit.written })),
  )
  const queries = (await formerWordQueries(sql, written)).values()
  return readings.map(({ language, words }) => ({
    language,
    words: words.map((word) => ({ ...word, former: queries.next().value ?? null })),
  }))
}

function sequencesOf(
  units: readonly Unit[],
  readings: readonly { readonly words: readonly ReadUnit[] }[],
): Sequence[] {
  return units
    .filter(({ parts, literal }) => parts.length > 1 || literal !== undefined)
    .map((unit) => {
      const read = readings.flatMap(({ words }) => words.filter((word) => word.unit === unit))
      const queries = [...new Set(read.map(({ forms }) => sequenceQuery(forms)))]
      return {
        query: anyOf(queries.map((query) => `(${query})`)),
        literal: unit.literal,
        phrase: unit.isQuoted ? unit.written : undefined,
      }
    })
}

/** Cache of languages. A change of language creates a new record, so entries never become stale. */
const cache = new WeakMap<RealmRecord, Promise<Language[]>>()

function languagesOf(sql: Sql, { record }: RealmView): Promise<Language[]> {
  const languages = cache.get(record) ?? loadLanguages(sql, record)
  cache.set(record, languages)
  languages.catch(() => cache.delete(record))
  return languages
}

async function loadLanguages(sql: Sql, record: RealmRecord): Promise<Language[]> {
  const spoken = await sql.run<Columns<typeof SpokenLanguage, 'language'>>(SPOKEN, [record.id])
  const all = [languageOf({ record }), ...spoken.map((row) => languageNamed(row.language))]
  return [...new Map(all.map((language) => [language.code, language])).values()]
}

/** Throws when a search of a narrow is too long, or its searches have too many phrases in total. */
export function checkSearches(texts: readonly string[]): void {
  if (texts.some((text) => text.length > MAX_SEARCH_LENGTH)) {
    throw searchTooLong(MAX_SEARCH_LENGTH)
  }
  const phrases = texts.reduce(
    (sum, text) => sum + splitSearch(text).filter(({ isQuoted }) => isQuoted).length,
    0,
  )
  if (phrases > MAX_SEARCH_PHRASES) {
    throw tooManyPhrases(MAX_SEARCH_PHRASES)
  }
}

/** Returns a tsquery on the index of messages or of topics: all words of one of the readings. */
export function searchQuery(readings: readonly Reading[], frequent?: FrequentWords): string {
  const queries = readings.map(({ words }) => allOf(words.map(({ query }) => query)))
  return boundBeginnings(anyOf([...new Set(queries)]), frequent)
}
