import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'

/**
 * Somebody who may be written to, as the database has this person now. Undefined for bots, for who or whose
 * organization is gone, and for the deactivated unless `evenDeactivated`.
 */
export async function readerOf(
  core: Core,
  { realm: id, user: userId }: { readonly realm: RealmId; readonly user: UserId },
  { evenDeactivated = false } = {},
): Promise<{ realm: RealmState; reader: UserRecord } | undefined> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return undefined
  await realm.sync()
  const reader = realm.users.get(userId)
  if (reader === undefined || reader.isBot || realm.record.isDeactivated) return undefined
  return reader.isActive || evenDeactivated ? { realm, reader } : undefined
}
