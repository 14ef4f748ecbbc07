import pg from 'pg'

/** Description of a database's schema by kind of object, each as sorted lines. */
export type Schema = Readonly<Record<(typeof PARTS)[number]['name'], readonly string[]>>

/** Selects relations of the public schema, without the tables of migrations. */
const IN_SCHEMA = "relnamespace = 'public'::regnamespace AND relname NOT LIKE 'mikro_orm_%'"

const PARTS = [
  {
    name: 'tables',
    sql: `SELECT format('%s %s', relname, coalesce(array_to_string(reloptions, ', '), '')) AS line
      FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND ${IN_SCHEMA}`,
  },
  {
    name: 'columns',
    sql: `SELECT format('%s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
        CASE WHEN attnotnull THEN ' NOT NULL' END, CASE WHEN attidentity <> '' THEN ' IDENTITY' END,
        ' DEFAULT ' || pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
      WHERE attnum > 0 AND NOT attisdropped AND relkind = 'r' AND ${IN_SCHEMA}`,
  },
  {
    name: 'constraints',
    sql: `SELECT format('%s %s: %s', relname, conname, pg_get_constraintdef(o.oid)) AS line
      FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid WHERE ${IN_SCHEMA}`,
  },
  {
    name: 'indexes',
    sql: `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE ${IN_SCHEMA}`,
  },
  {
    name: 'sequences',
    sql: `SELECT format('%s %s', relname, format_type(seqtypid, NULL)) AS line
      FROM pg_sequence JOIN pg_class c ON c.oid = seqrelid WHERE ${IN_SCHEMA}`,
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

/** Reads the schema of a database, without the order of a table's columns. */
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
