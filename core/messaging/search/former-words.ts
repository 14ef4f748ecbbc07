import { escapeText } from '../../content/markdown/rendering/escape.ts'
import type { ReadSource } from '../../platform/db/read-source.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Language } from '../words/languages.ts'

/** How long a process remembers whether there are messages whose words are not listed. */
const MAX_AGE_MS = 60_000

/**
 * Whether `message_words_before` is there and needed. It has the words of all messages as Postgres takes
 * them apart, and goes when the job `list-words` has listed the words of all messages
 * (`core/messaging/search/list-words.ts`).
 */
const IS_NEEDED = statement(
  'search.needs-former-words',
  `SELECT to_regclass('message_words_before') IS NOT NULL
     AND EXISTS (SELECT FROM message WHERE words IS NULL) AS "isNeeded"`, // message_without_words
)
const FORMER = statement(
  'search.former-words',
  `SELECT string_agg('(' || q.query || ')', ' | ') AS query FROM (
     SELECT (SELECT string_agg('(' || w.query || ')', ' & ') FROM (
         SELECT plainto_tsquery(l.configuration::regconfig, word)::text AS query FROM unnest($2::text[]) word
       ) w WHERE w.query <> '') AS query
     FROM unnest($1::text[]) AS l (configuration)
   ) q`,
)

const FORMER_WORDS = statement(
  'search.former-word-queries',
  `SELECT nullif(plainto_tsquery(w.configuration::regconfig, w.word)::text, '') AS query
   FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (configuration, word, n) ORDER BY w.n`,
)

interface Known {
  readonly until: number
  readonly isNeeded: Promise<boolean>
}

const known = new WeakMap<object, Known>()

/** A snapshot of a replica belongs to one search; its server does not. */
const serverOf = (sql: Sql | ReadSource): object => ('server' in sql ? sql.server : sql)

/**
 * Whether some messages are found only as a former version of Loquat has indexed them. One query a minute
 * for each server.
 */
export function needsFormerWords(sql: Sql): Promise<boolean> {
  const last = known.get(serverOf(sql))
  if (last !== undefined && Date.now() < last.until) return last.isNeeded
  const isNeeded = sql.run<{ readonly isNeeded: boolean }>(IS_NEEDED).then(([row]) => row!.isNeeded)
  known.set(serverOf(sql), { until: Date.now() + MAX_AGE_MS, isNeeded })
  isNeeded.catch(() => known.delete(serverOf(sql)))
  return isNeeded
}

/** Returns a tsquery for the messages whose words are not listed; undefined when there are none. */
export async function formerQuery(
  sql: Sql,
  languages: readonly Language[],
  text: string,
): Promise<string | undefined> {
  if (!(await needsFormerWords(sql))) return undefined
  const words = text
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const [row] = await sql.run<{ readonly query: string | null }>(FORMER, [
    languages.map(({ configuration }) => configuration),
    words.map(escapeText),
  ])
  return row?.query ?? undefined
}

/** A word of a search, as it was written. */
interface WrittenWord {
  readonly language: Language
  readonly written: string
}

/** Returns the tsquery of each word for such messages; null for words that Postgres does not look for. */
export async function formerWordQueries(
  sql: Sql,
  words: readonly WrittenWord[],
): Promise<readonly (string | null)[]> {
  const rows = await sql.run<{ readonly query: string | null }>(FORMER_WORDS, [
    words.map(({ language }) => language.configuration),
    words.map(({ written }) => escapeText(written)),
  ])
  return rows.map(({ query }) => query)
}
