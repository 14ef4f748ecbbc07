import { writeAudit } from '../../../state/audit/write.ts'
import type { Core } from '../../../state/core.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { ExternalIdentity } from './entities.ts'

/** Separates an account from its identities at all providers. Returns their number. Sessions go on. */
export async function forgetIdentities(
  core: Core,
  realm: RealmState,
  { id, fullName: name }: UserRecord,
): Promise<number> {
  return core.changeAsSystem(realm, async (tx) => {
    const number = await tx.em.nativeDelete(ExternalIdentity, { userId: id }) // external_identity_user
    const row = { kind: 'user', action: 'changed', id, name, property: 'external_log_in' } as const
    if (number > 0) writeAudit(tx, null, [{ ...row, before: number, after: null }])
    return number
  })
}
