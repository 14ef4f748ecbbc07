import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { moveProviders } from '../../people/authentication/providers/move.ts'
import { moveFactors } from '../../people/second-factors/move.ts'
import { claimIn } from '../../people/unclaimed/claim.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { dummyAddress } from '../../state/realm/email.ts'
import { Realm } from '../../state/realm/entity.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { User } from '../../state/users/entity.ts'
import { Role, type UserRecord } from '../../state/users/record.ts'
import { ArchiveError } from '../imports/archive.ts'
import { openImported } from '../imports/finish.ts'
import type { ImportRecord } from '../imports/import-record.ts'
import { type Attempt, AttemptEnded, filesOf } from './attempt.ts'
import { requireEmpty } from './empty.ts'
import { ANNOUNCE_HISTORY } from './jobs.ts'

const DAY_MS = 86_400_000

const FINISH = statement(
  'history.finish',
  `UPDATE history_import SET status = 'done', realm_id = $3, acting_user_id = $4, finished_at = clock_timestamp()
   WHERE id = $1 AND attempt = $2 AND status = 'importing' RETURNING id`,
)
const SAME_PERSON = statement(
  'history.same-person',
  // user_account_realm_email
  `SELECT id, is_bot AS "isBot" FROM user_account WHERE realm_id = $1 AND lower(delivery_email) = lower($2)`,
)
const BECOME_OWNER = statement(
  'history.become-owner',
  `UPDATE user_account n SET role = ${Role.owner}, is_active = true, password_hash = o.password_hash,
     has_authenticator = o.has_authenticator, passkey_count = o.passkey_count
   FROM user_account o WHERE n.id = $1 AND o.id = $2`,
)
const ADD_OWNER = statement(
  'history.add-owner',
  `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role, timezone, password_hash, settings,
     has_authenticator, passkey_count)
   SELECT $1, email, delivery_email, full_name, ${Role.owner}, timezone, password_hash, settings,
     has_authenticator, passkey_count FROM user_account WHERE id = $2 RETURNING id`,
)
const SHOW_ADDRESS = statement('history.show-address', 'UPDATE user_account SET email = $2 WHERE id = $1')
/** The imported organization keeps the name and the ways to log in that its owner has chosen here. */
const KEEP = statement(
  'history.keep',
  `UPDATE realm n SET name = o.name, max_daily_invitations = o.max_daily_invitations,
     max_requests_per_minute = o.max_requests_per_minute,
     settings = (n.settings - 'authentication_methods') || jsonb_strip_nulls(
       jsonb_build_object('authentication_methods', o.settings -> 'authentication_methods'))
   FROM realm o WHERE n.id = $1 AND o.id = $2`,
)

/**
 * Puts an imported organization in the place of the empty one that its owner has founded, in one transaction:
 * it gets the address, the name, the ways to log in, and the owner with password, second factors and
 * identities. A person of the archive with the owner's address becomes the owner; the archive is the owner's
 * own, so it gives no access to anything else. The empty organization ends and is deleted. Throws, and
 * changes nothing, when the import was cancelled, when the organization is not empty any more, when its owner
 * is none any more, and when a bot of the archive has the owner's address.
 */
export async function handOver(
  core: Core,
  realm: RealmState,
  attempt: Attempt,
  { realmId: imported }: Pick<ImportRecord, 'realmId'>,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await requireEmpty(tx, realm)
    const owner = realm.users.get(attempt.actingUserId)
    if (owner === undefined || !owner.isActive) throw mustBeOwner()
    requireOwner(owner)
    const { subdomain, customHost } = realm.record
    await close(tx, realm)
    await openImported(tx, { realmId: imported, subdomain, customHost })
    await tx.run(KEEP, [imported, realm.id])
    const successor = await ownerIn(tx, core, realm, owner, imported)
    await claimIn(tx, successor)
    const from = { realm: realm.id, user: owner.id }
    const to = { realm: imported, user: successor }
    await moveFactors(tx, core.options.secretKey, from, to)
    await moveProviders(tx, core, from, to)
    const finished = await tx.run(FINISH, [attempt.id, attempt.attempt, imported, successor])
    if (finished.length === 0) throw new AttemptEnded('the import was cancelled, or another process goes on')
    deleteFiles(tx, filesOf(attempt))
    tx.enqueue(ANNOUNCE_HISTORY, { realm: imported, id: attempt.id })
    const entry = {
      kind: 'history_import',
      action: 'changed',
      id: attempt.id,
      name: attempt.fileName,
    } as const
    writeAudit(
      tx,
      successor,
      [{ ...entry, property: 'status', before: 'importing', after: 'done' }],
      imported,
    )
  })
}

/** Takes the address from the empty organization, informs its clients, and lets a job delete its data. */
async function close(tx: Tx, realm: RealmState): Promise<void> {
  const { id, record } = realm
  // No host name has a label with a dot.
  const gone = { subdomain: `deleting.${id}`, customHost: null }
  const deletionDate = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  const closed = { isDeactivated: true, deletionDate }
  await tx.em.nativeUpdate(Realm, { id }, { ...gone, ...closed, isDeleting: true })
  // Emitted before the change, because gateways end the queues when they apply the change.
  tx.emit({ type: 'realm', op: 'deactivated', realm_id: id }, toRealm)
  emitChange(tx, { type: '_realm', realm: { ...record, ...gone, ...closed } })
}

/** Makes the founder an owner of the imported organization. Returns the account there. */
async function ownerIn(
  tx: Tx,
  core: Core,
  realm: RealmState,
  owner: UserRecord,
  imported: RealmId,
): Promise<UserId> {
  type Found = Columns<typeof User, 'id' | 'isBot'>
  const [same] = await tx.run<Found>(SAME_PERSON, [imported, owner.deliveryEmail])
  if (same?.isBot) {
    throw new ArchiveError(
      'A bot in the archive has the e-mail address of your account. Change your address here.',
    )
  }
  if (same !== undefined) {
    await tx.run(BECOME_OWNER, [same.id, owner.id])
    return same.id
  }
  const [added] = await tx.run<Columns<typeof User, 'id'>>(ADD_OWNER, [imported, owner.id])
  if (owner.email !== owner.deliveryEmail) {
    await tx.run(SHOW_ADDRESS, [added!.id, dummyAddress(realm.record, core.options.rootUrl, added!.id)])
  }
  return added!.id
}
