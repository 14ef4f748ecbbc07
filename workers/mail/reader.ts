import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'

/**
 * Loads the current record of a person who may get mail. Undefined for bots, for unknown users, for users of
 * deactivated organizations unless `evenInDeactivated`, and for deactivated users unless `evenDeactivated`.
 */
export async function loadReader(
  core: Core,
  { realm: id, user: userId }: { readonly realm: RealmId; readonly user: UserId },
  { evenDeactivated = false, evenInDeactivated = false } = {},
): Promise<{ realm: RealmState; reader: UserRecord } | undefined> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return undefined
  await realm.sync()
  const reader = realm.users.get(userId)
  if (reader === undefined || reader.isBot) return undefined
  if (realm.record.isDeactivated && !evenInDeactivated) return undefined
  return reader.isActive || evenDeactivated ? { realm, reader } : undefined
}
