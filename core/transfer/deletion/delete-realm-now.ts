import { closeForDeletion } from '../../organization/settings/deactivate.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { deleteRealm } from './delete-realm.ts'

/** How much an organization has. */
export interface RealmSize {
  /** Accounts of people, deactivated ones too. */
  readonly people: number
  readonly messages: number
  readonly files: number
}

const SIZE = statement(
  'deletion.size',
  `SELECT (SELECT count(*)::int FROM user_account WHERE realm_id = $1 AND NOT is_bot) AS people,
     (SELECT count(*)::int8 FROM message WHERE realm_id = $1) AS messages,
     (SELECT count(*)::int FROM attachment WHERE realm_id = $1) AS files`,
)

export async function sizeOfRealm(core: Core, id: RealmId): Promise<RealmSize> {
  const [size] = await core.db.run<RealmSize>(SIZE, [id])
  return size!
}

/**
 * Deletes an organization for an operator, without a delay: closes it, tells its clients, and then deletes as
 * `deleteRealm` does. After an interruption the job `delete-realms` goes on. Jobs delete the files.
 */
export async function deleteRealmNow(core: Core, realm: RealmState): Promise<void> {
  await closeForDeletion(core, realm)
  await deleteRealm(core, { id: realm.id, name: realm.record.settings.name, isDeleting: false })
}
