import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import { emitExports } from '../exports/export.ts'

/** SQL: a name that nobody can guess. Postgres takes both numbers from its source of strong randomness. */
const NEW_NAME = `left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48) || '.zip'`

const RENAME = statement(
  'export.rename',
  // realm_export_realm
  `UPDATE realm_export SET name = ${NEW_NAME} WHERE realm_id = $1 AND status = 'succeeded' RETURNING id`,
)
const RENAME_PERSONS = statement(
  'person.rename-archives',
  // person_task_realm
  `UPDATE person_task SET name = ${NEW_NAME} WHERE realm_id = $1 AND kind = 'export' AND status = 'succeeded'`,
)

/**
 * Gives all archives of an organization new addresses, so that a former administrator can no longer download
 * those that they have seen, and emits the new addresses to the administrators. `realm` is the organization
 * without the former administrator. Two statements.
 */
export async function renameArchives(tx: Tx, realm: PendingRealm, rootUrl: string): Promise<void> {
  const renamed = await tx.run(RENAME, [realm.id])
  await tx.run(RENAME_PERSONS, [realm.id])
  if (renamed.length > 0) await emitExports(tx, realm, rootUrl)
}
