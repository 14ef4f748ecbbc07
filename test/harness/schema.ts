import pg from 'pg'

/** What Postgres says of a schema, part by part; every part is a list of sorted lines. */
export type Schema = Readonly<Record<(typeof PARTS)[number]['name'], readonly string[]>>

/** Of the public schema, without the table of migrations. */
const HERE = "relnamespace = 'public'::regnamespace AND relname NOT LIKE 'mikro_orm_%'"

const PARTS = [
  {
    name: 'tables',
    sql: `SELECT format('%s %s', relname, coalesce(array_to_string(reloptions, ', '), '')) AS line
      FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND ${HERE}`,
  },
  {
    name: 'columns',
    sql: `SELECT format('%s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
        CASE WHEN attnotnull THEN ' NOT NULL' END, CASE WHEN attidentity <> '' THEN ' IDENTITY' END,
        ' DEFAULT ' || pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
      WHERE attnum > 0 AND NOT attisdropped AND relkind = 'r' AND ${HERE}`,
  },
  {
    name: 'constraints',
    sql: `SELECT format('%s %s: %s', relname, conname, pg_get_constraintdef(o.oid)) AS line
      FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid WHERE ${HERE}`,
  },
  {
    name: 'indexes',
    sql: `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE ${HERE}`,
  },
  {
    name: 'sequences',
    sql: `SELECT format('%s %s', relname, format_type(seqtypid, NULL)) AS line
      FROM pg_sequence JOIN pg_class c ON c.oid = seqrelid WHERE ${HERE}`,
  },
  {
    name: 'functions',
    sql: `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  },
  {
    name: 'triggers',
    sql: 'SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal',
  },
] as const

/** Reads the schema of a database. The order of a table's columns is not part of it. */
export async function readSchema(databaseUrl: string): Promise<Schema> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const entries: [string, string[]][] = []
    for (const { name, sql } of PARTS) {
      const { rows } = await client.query<{ line: string }>(sql)
      entries.push([name, rows.map((row) => row.line).sort()])
    }
    return Object.fromEntries(entries) as unknown as Schema
  } finally {
    await client.end()
  }
}
