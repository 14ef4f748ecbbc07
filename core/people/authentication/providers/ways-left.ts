import { statement } from '../../../platform/db/statements/statement.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import type { Core } from '../../../state/core.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import { isOwner, type UserRecord } from '../../../state/users/record.ts'
import { methodsFor } from '../allowed.ts'
import { enabledMethods, type WithProviders } from '../methods.ts'
import { PASSKEY } from '../passkey/method.ts'
import { PASSWORD } from '../password/method.ts'
import { noWayLeft } from './errors.ts'

interface Known {
  readonly id: UserId
  readonly hasPassword: boolean
  readonly issuers: readonly string[]
}

const KNOWN = statement(
  'log-in-providers.ways',
  // user_account_pkey, external_identity_user
  `SELECT id, password_hash IS NOT NULL AS "hasPassword",
     ARRAY(SELECT issuer FROM external_identity e WHERE e.user_id = u.id) AS issuers
   FROM user_account u WHERE id = ANY ($1::int[])`,
)

/**
 * Throws when a change would take away the last way to log in: of everybody, or of the owner who makes it; of
 * all owners, when the operator makes it. A way counts once it has worked: a password that is set, a passkey,
 * a provider where the owner has been.
 */
export async function checkWaysLeft(
  tx: Tx,
  core: Core,
  realm: RealmState,
  after: WithProviders,
  actor: UserRecord | null,
): Promise<void> {
  const people = enabledMethods(core, after).filter(({ name }) => name !== PASSKEY.name)
  if (people.length === 0) throw noWayLeft()
  const owners = actor === null ? [...realm.users].filter((one) => isOwner(one) && one.isActive) : [actor]
  const rows = await tx.run<Known>(KNOWN, [owners.map(({ id }) => id)])
  const known = new Map(rows.map((row) => [row.id, row]))
  const hasWay = (at: WithProviders) => owners.some((owner) => canLogIn(core, at, owner, known.get(owner.id)))
  if (hasWay(realm) && !hasWay(after)) throw noWayLeft()
}

const canLogIn = (core: Core, realm: WithProviders, owner: UserRecord, known: Known | undefined): boolean =>
  methodsFor(core, realm, owner).some(({ name, issuer }) => {
    if (name === PASSWORD.name) return known?.hasPassword === true
    if (name === PASSKEY.name) return owner.passkeyCount > 0
    return issuer !== undefined && known?.issuers.includes(issuer) === true
  })
