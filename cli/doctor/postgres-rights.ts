import type pg from 'pg'
import { type Finding, ok, reasonOf, wrong } from './check.ts'

/** Everything that migrations do, on a table that the transaction takes back. */
const TRIAL = [
  'CREATE TABLE loquat_doctor (id int PRIMARY KEY, text text)',
  'INSERT INTO loquat_doctor VALUES (1)',
  'ALTER TABLE loquat_doctor ADD COLUMN later boolean NOT NULL DEFAULT false',
  'CREATE INDEX loquat_doctor_later ON loquat_doctor (later)',
  'CREATE FUNCTION loquat_doctor() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'DROP TABLE loquat_doctor',
]

const GRANT = 'make the role of DATABASE_URL the owner of the database and of its tables'

/** Checks that the role may migrate the schema and use its tables. Nothing that it writes stays. */
export async function checkRights(client: pg.Client): Promise<Finding> {
  const { rows: server } = await client.query(
    `SELECT current_user AS role, pg_is_in_recovery() AS "isStandby",
       current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  )
  const { role, isStandby, isReadOnly } = server[0]
  if (isStandby) return wrong('the server is a standby', 'point DATABASE_URL at the primary')
  if (isReadOnly) return wrong(`the role ${role} is read-only`, 'reset default_transaction_read_only')
  await client.query('BEGIN')
  try {
    for (const statement of TRIAL) await client.query(statement)
  } catch (error) {
    return wrong(`the role ${role} may not migrate: ${reasonOf(error)}`, GRANT)
  } finally {
    await client.query('ROLLBACK')
  }
  const { rows: denied } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
       AND NOT (pg_has_role(relowner, 'USAGE') AND has_table_privilege(oid, 'SELECT')
         AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
         AND has_table_privilege(oid, 'DELETE'))
     ORDER BY relname`,
  )
  if (denied.length === 0) return ok(`the role ${role} may migrate, read and write`)
  return wrong(`the role ${role} lacks rights on ${denied.length} tables, such as ${denied[0]!.name}`, GRANT)
}
