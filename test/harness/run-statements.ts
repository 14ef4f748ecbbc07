import pg from 'pg'

/**
 * Runs statements one after another on a connection of their own, each in its own transaction. Resolves with
 * the rows of the last one.
 */
export async function runStatements<Row>(
  options: pg.ClientConfig,
  statements: readonly string[],
): Promise<Row[]> {
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[]
    return rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
