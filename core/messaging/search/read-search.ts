import { MAX_SEARCH_LENGTH, MAX_SEARCH_PHRASES, MAX_SEARCH_WORDS } from '../../../config/limits.ts'
import { escapeText } from '../../content/markdown/rendering/escape.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { SpokenLanguage } from './entity.ts'
import { searchTooLong, tooManyPhrases } from './errors.ts'
import { type Language, languageNamed, languageOf } from './languages.ts'

/** The tsqueries for one searched word, in messages, which are HTML, and in topics, which are text. */
export interface Word {
  readonly content: string
  readonly topic: string
  /** Whether some topic of the organization has the word. */
  readonly isInTopics: boolean
}

/** The words of a search in one language, without its stop words. */
export interface Reading {
  readonly language: Language
  readonly words: readonly Word[]
}

/**
 * A parsed search. A message matches when it contains all words of one reading, and every phrase literally.
 */
export interface Search {
  readonly readings: readonly Reading[]
  readonly phrases: readonly string[]
}

// spoken_language_pkey
const SPOKEN = statement('search.spoken', 'SELECT language FROM spoken_language WHERE realm_id = $1')

// Messages are indexed as HTML and topics as text.
const READ = statement(
  'search.read',
  `SELECT w.*, EXISTS (SELECT FROM conversation c
      WHERE c.channel_id IS NOT NULL AND c.realm_id = $4 AND topic_vector(c.topic) @@ w.topic::tsquery) AS "isInTopics"
   FROM (
     SELECT l.n::int - 1 AS language, plainto_tsquery(l.configuration::regconfig, w.html)::text AS content,
       (plainto_tsquery('pg_catalog.english', w.text) || plainto_tsquery('pg_catalog.simple', w.text))::text AS topic
     FROM unnest($1::text[]) WITH ORDINALITY AS l (configuration, n),
       unnest($2::text[], $3::text[]) WITH ORDINALITY AS w (text, html, n) ORDER BY l.n, w.n
   ) w`, // conversation_words
)

/**
 * Parses a search of words and "phrases"; the words of phrases must match too. Uses the current and all
 * former languages of the organization. One query.
 */
export async function readSearch(sql: Sql, realm: RealmView, text: string): Promise<Search> {
  const languages = await languagesOf(sql, realm)
  const { words: all, phrases } = split(text)
  const words = all.slice(0, MAX_SEARCH_WORDS)
  const rows = await sql.run<Word & { readonly language: number }>(READ, [
    languages.map((language) => language.configuration),
    words.map((word) => word.replace(/[<>&]/g, ' ')), // As topic_vector does.
    words.map(escapeText),
    realm.record.id,
  ])
  const readings = languages.map((language, n) => ({
    language,
    words: rows.filter((row) => row.language === n && row.content !== ''),
  }))
  return { readings: readings.filter((reading) => reading.words.length > 0), phrases }
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
  const phrases = texts.reduce((sum, text) => sum + split(text).phrases.length, 0)
  if (phrases > MAX_SEARCH_PHRASES) {
    throw tooManyPhrases(MAX_SEARCH_PHRASES)
  }
}

/** Splits a search: `one "two three"` has the words one, two and three, and the phrase `two three`. */
function split(text: string): { words: string[]; phrases: string[] } {
  const pieces = text.match(/"[^"]+"|\S+/g) ?? []
  const phrases = pieces.filter((piece) => /^".+"$/s.test(piece)).map((piece) => piece.slice(1, -1))
  const words = pieces.flatMap((piece) => piece.replaceAll('"', ' ').split(/\s+/))
  return { words: [...new Set(words.filter((word) => word !== ''))], phrases }
}

/** Returns a tsquery on messages: all words of one of the readings. */
export function contentQuery({ readings }: Search): string {
  return either(readings.map(({ words }) => all(words.map((word) => word.content))))
}

/** Returns a tsquery on topics: all words of one of the readings. */
export function topicQuery(readings: readonly Reading[]): string {
  return either(readings.map(({ words }) => all(words.map((word) => word.topic))))
}

/** Returns a tsquery that matches any lexeme of the words: `foo_bar` is searched for as two. */
export function anyLexeme(words: readonly Word[], where: 'content' | 'topic'): string {
  const found = new Set(words.flatMap((word) => word[where].match(LEXEME) ?? []))
  return [...found].join(' | ')
}

/** A lexeme in a tsquery. */
const LEXEME = /'(?:[^']|'')*'/g

/** Returns the lexemes of a tsquery. */
export const lexemes = (query: string): string[] =>
  (query.match(LEXEME) ?? []).map((lexeme) => lexeme.slice(1, -1).replaceAll("''", "'"))

const all = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(' & ')
const either = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(' | ')
