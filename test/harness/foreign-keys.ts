import type { World } from './world.ts'

/** A foreign key of one column, with quoted names. */
interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly column: string
  readonly to: string
  readonly referenced: string
}

/**
 * Returns the foreign keys of the database that rows violate, with the number of these rows. Postgres does
 * not find rows that were written while it checked no foreign keys.
 */
export async function violatedForeignKeys(world: Pick<World, 'sql'>): Promise<Record<string, number>> {
  const keys = await world.sql<ForeignKey>(
    `SELECT format('%s.%s', c.conrelid::regclass, c.conname) AS name, c.conrelid::regclass::text AS "from", quote_ident(a.attname) AS "column",
       c.confrelid::regclass::text AS "to", quote_ident(r.attname) AS referenced
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_attribute r ON r.attrelid = c.confrelid AND r.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND cardinality(c.conkey) = 1 ORDER BY 1`,
  )
  const [all] = await world.sql<{ count: number }>(
    `SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  if (keys.length !== all!.count) throw new Error('there are foreign keys of several columns')
  const counts = keys.map(
    ({ name, from, column, to, referenced }) =>
      `SELECT '${name}' AS name, count(*)::int FROM ${from} f
       WHERE f.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${to} t WHERE t.${referenced} = f.${column})`,
  )
  const found = await world.sql<{ name: string; count: number }>(
    `SELECT name, count FROM (${counts.join(' UNION ALL ')}) checked WHERE count > 0`,
  )
  return Object.fromEntries(found.map(({ name, count }) => [name, count]))
}
