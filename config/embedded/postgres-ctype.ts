import pg from 'pg'

/** Names of LC_CTYPE for UTF-8, which some C library has. `C.UTF-8` is in every glibc from 2.35 on. */
export const UTF8_CTYPES: readonly string[] =
  process.platform === 'darwin' ? ['C.UTF-8', 'UTF-8', 'en_US.UTF-8'] : ['C.UTF-8', 'en_US.UTF-8']

interface Row {
  readonly ctype: string
  readonly isBuiltin: boolean
}

/**
 * Gives the databases of a cluster of a former version, whose LC_CTYPE is C, one of UTF-8. The case of
 * letters and the order of texts follow the built-in locale C.UTF-8 before and after, so no index has to be
 * made anew. The parser of Postgres alone looks at LC_CTYPE: it has found the words of
 * `message_words_before`, an index that goes by itself. Resolves to a line for the log; undefined when there
 * is nothing to change. The line says why when the C library has no such locale. A cluster without the
 * built-in locale stays as it is, because its indexes would change.
 */
export async function updateCtype(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(
      `SELECT datctype AS ctype, datlocprovider = 'b' AS "isBuiltin" FROM pg_database WHERE datname = current_database()`,
    )
    const { ctype, isBuiltin } = rows[0]!
    if (!isBuiltin || (ctype !== 'C' && ctype !== 'POSIX')) return undefined
    for (const name of UTF8_CTYPES) {
      if (!(await isKnown(client, name))) continue
      await client.query(
        `UPDATE pg_database SET datctype = $1 WHERE datlocprovider = 'b' AND datctype IN ('C', 'POSIX')`,
        [name],
      )
      return `the databases of the data directory have LC_CTYPE ${name} now, and had ${ctype}; no data changes`
    }
    return `LC_CTYPE of the databases stays ${ctype}, because the C library has no ${UTF8_CTYPES[0]}; words and letters do not depend on it`
  } finally {
    await client.end()
  }
}

/** Whether the C library has the locale. Leaves nothing behind. */
async function isKnown(client: pg.Client, name: string): Promise<boolean> {
  await client.query('BEGIN')
  try {
    const locale = pg.escapeLiteral(name)
    await client.query(`CREATE COLLATION probe (provider = libc, lc_collate = 'C', lc_ctype = ${locale})`)
    return true
  } catch {
    return false
  } finally {
    await client.query('ROLLBACK')
  }
}
