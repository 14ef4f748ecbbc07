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
