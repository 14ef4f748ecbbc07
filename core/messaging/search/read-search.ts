import { MAX_SEARCH_LENGTH, MAX_SEARCH_PHRASES, MAX_SEARCH_WORDS } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Language, languageNamed, languageOf } from './languages.ts'

/** A word that is looked for, as queries of full-text search: in what was said, and in topics. */
export interface Word {
  readonly said: string
  readonly topic: string
}

/** The words of a search as one language reads them, without those it passes over. */
export interface Reading {
  readonly language: Language
  readonly words: readonly Word[]
}

/** What a search looks for: all words of a reading, and each phrase to the letter. */
export interface Search {
  readonly readings: readonly Reading[]
  readonly phrases: readonly string[]
}

const SPOKEN = statement('search.spoken', 'SELECT language FROM spoken_language WHERE realm_id = $1') // spoken_language_pkey

const READ = statement(
  'search.read',
  `SELECT l.n::int - 1 AS language, plainto_tsquery(l.configuration::regconfig, w.word)::text AS said,
     (plainto_tsquery('pg_catalog.english', w.word) || plainto_tsquery('pg_catalog.simple', w.word))::text AS topic
   FROM unnest($1::text[]) WITH ORDINALITY AS l (configuration, n),
     unnest($2::text[]) WITH ORDINALITY AS w (word, n) ORDER BY l.n, w.n`,
)

/**
 * Reads what people search for: words, and "phrases", whose words count too. In the language of the
 * organization, and in those it had before. One query.
 */
export async function readSearch(sql: Sql, realm: RealmView, text: string): Promise<Search> {
  const languages = await languagesOf(sql, realm)
  const { words, phrases } = split(text)
  const rows = await sql.run<Word & { language: number }>(READ, [
    languages.map((language) => language.configuration),
    words.slice(0, MAX_SEARCH_WORDS),
  ])
  const readings = languages.map((language, n) => ({
    language,
    words: rows.filter((row) => row.language === n && row.said !== ''),
  }))
  return { readings: readings.filter((reading) => reading.words.length > 0), phrases }
}

/** Languages are noted when a setting of the organization changes, and then its record is another. */
const known = new WeakMap<RealmRecord, Promise<Language[]>>()

function languagesOf(sql: Sql, { record }: RealmView): Promise<Language[]> {
  const found = known.get(record) ?? spokenIn(sql, record)
  known.set(record, found)
  found.catch(() => known.delete(record))
  return found
}

async function spokenIn(sql: Sql, record: RealmRecord): Promise<Language[]> {
  const spoken = await sql.run<{ language: string }>(SPOKEN, [record.id])
  const all = [languageOf({ record }), ...spoken.map((row) => languageNamed(row.language))]
  return [...new Map(all.map((language) => [language.code, language])).values()]
}

/** Throws when the searches of a narrow have a longer text, or more phrases together, than a query can look for. */
export function checkSearches(texts: readonly string[]): void {
  if (texts.some((text) => text.length > MAX_SEARCH_LENGTH)) {
    throw new ApiError(`narrow has a search that is too long (limit: ${MAX_SEARCH_LENGTH} characters)`)
  }
  const phrases = texts.reduce((sum, text) => sum + split(text).phrases.length, 0)
  if (phrases > MAX_SEARCH_PHRASES) {
    throw new ApiError(`narrow searches for too many phrases (limit: ${MAX_SEARCH_PHRASES})`)
  }
}

/** `one "two three"`: the words one, two and three, and the phrase `two three`. */
function split(text: string): { words: string[]; phrases: string[] } {
  const pieces = text.match(/"[^"]+"|\S+/g) ?? []
  const phrases = pieces.filter((piece) => /^".+"$/s.test(piece)).map((piece) => piece.slice(1, -1))
  const words = pieces.flatMap((piece) => piece.replaceAll('"', ' ').split(/\s+/))
  return { words: [...new Set(words.filter((word) => word !== ''))], phrases }
}

/** All words of one of the readings, as one query. */
export function saidQuery({ readings }: Search): string {
  return either(readings.map(({ words }) => all(words.map((word) => word.said))))
}

/** The same, of topics. */
export function topicQuery({ readings }: Search): string {
  return either(readings.map(({ words }) => all(words.map((word) => word.topic))))
}

/** One of the words, as a query. */
export function anyOf(words: readonly Word[], where: keyof Word): string {
  return either(words.map((word) => word[where]).filter((query) => query !== ''))
}

const all = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(' & ')
const either = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(' | ')
