import { statement } from '../../../platform/db/statements/statement.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import { writeAudit } from '../../../state/audit/write.ts'
import type { Core } from '../../../state/core.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { replaceKey } from '../../credentials/regenerate-key.ts'

/** Keys that end in one statement at most. */
const BATCH = 500

const OVERDUE = statement(
  'external-identity.overdue',
  // external_identity_subject
  `SELECT id, user_id AS "userId" FROM external_identity
   WHERE realm_id = $1 AND issuer = $2 AND last_log_in_at < clock_timestamp() - make_interval(hours => $3)
   ORDER BY id LIMIT ${BATCH}`,
)

const ENDED = statement(
  'external-identity.key-ended',
  // external_identity_pkey
  `UPDATE external_identity SET last_log_in_at = NULL
   WHERE id = $1 AND last_log_in_at < clock_timestamp() - make_interval(hours => $2) RETURNING id`,
)

/** A person whose last log-in at a provider is too long ago. */
export interface Overdue {
  readonly id: number
  readonly userId: UserId
}

/**
 * People who have not logged in at a provider for these hours, and whose keys have not ended since; at most
 * 500.
 */
export const overdueAt = (
  core: Core,
  { id }: Pick<RealmState, 'id'>,
  issuer: string,
  hours: number,
): Promise<Overdue[]> => core.db.run<Overdue>(OVERDUE, [id, issuer, hours])

/**
 * Replaces the API key of a person, so that apps, devices and sessions end. Bots keep theirs. Nothing happens
 * to deactivated people.
 */
export const endKey = (core: Core, realm: RealmState, userId: UserId): Promise<void> =>
  core.changeAsSystem(realm, async (tx) => {
    const user = realm.users.get(userId)
    if (user?.isActive) await end(tx, user)
  })

/** As `endKey`, unless the person has logged in at the provider meanwhile. Counts the hours once. */
export const endOverdueKey = (
  core: Core,
  realm: RealmState,
  { id, userId }: Overdue,
  hours: number,
): Promise<void> =>
  core.changeAsSystem(realm, async (tx) => {
    const ended = await tx.run<Pick<Overdue, 'id'>>(ENDED, [id, hours])
    const user = realm.users.get(userId)
    if (ended.length > 0 && user?.isActive) await end(tx, user)
  })

async function end(tx: Tx, user: UserRecord): Promise<void> {
  await replaceKey(tx, user)
  writeAudit(tx, null, [
    { kind: 'user', action: 'changed', id: user.id, name: user.fullName, property: 'api_key' },
  ])
}
