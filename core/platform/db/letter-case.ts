import type pg from 'pg'

export const LETTER_CASE_FOUND = 'letters beyond ASCII have no case'
export const LETTER_CASE_ADVICE =
  'move to a database that was made with --locale-provider=builtin --builtin-locale=C.UTF-8 --template=template0 (Postgres 17 or newer), or with --lc-ctype=C.UTF-8'

/**
 * Whether Postgres knows the case of letters beyond ASCII. With the locale C of the C library it does not:
 * `Ärger` and `ärger` are two topics then, and phrases with signs are found in the same case alone. The
 * words of searches do not depend on it.
 */
export async function knowsLetterCase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ knows: boolean }>(
    `SELECT lower('Ä') = 'ä' AND 'Ж' ILIKE 'ж' AS knows`,
  )
  return rows[0]!.knows
}

/**
 * Returns a warning about a database whose LC_CTYPE is none of UTF-8 although it knows the case of letters;
 * undefined for others. Only the parser of Postgres looks at LC_CTYPE there, and Loquat finds words without
 * it.
 */
export async function unusedCtype(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ ctype: string }>(
    'SELECT datctype AS ctype FROM pg_database WHERE datname = current_database()',
  )
  const { ctype } = rows[0]!
  if (/utf-?8/i.test(ctype)) return undefined
  return `LC_CTYPE is ${ctype} and not one of UTF-8; nothing is to be done, because words and letters do not depend on it`
}
