import { type Sql, statement } from '../../platform/db/statements/statement.ts'

/**
 * Runs no triggers in the rest of the transaction, and so checks no foreign keys. For COPY of mapped rows
 * alone: an import has found every row that they reference in the archive, and has committed it. The other
 * triggers do nothing for new rows of an import.
 */
export const WITHOUT_TRIGGERS = statement(
  'import.without-triggers',
  'SET LOCAL session_replication_role = replica',
)
/** Fails like `WITHOUT_TRIGGERS`, and changes nothing, because its transaction ends with it. */
const TRY = statement(
  'import.try-without-triggers',
  `SELECT set_config('session_replication_role', 'replica', true)`,
)

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Whether the user of the database is a superuser or may change the setting, so that `WITHOUT_TRIGGERS`
 * succeeds.
 */
export async function mayOmitTriggers(sql: Sql): Promise<boolean> {
  try {
    await sql.run(TRY)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
}
