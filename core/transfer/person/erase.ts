import { raw } from '@mikro-orm/core'
import { deletePictures } from '../../content/pictures/pending.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { isOnlyOwner } from '../../people/accounts/change-role.ts'
import { activeBotsOf, setActive } from '../../people/accounts/deactivate.ts'
import { emitBotChanged } from '../../people/bots/event.ts'
import { forgetValues } from '../../people/profile-fields/values.ts'
import { emitAvatar } from '../../people/users/avatar-event.ts'
import { avatarFiles } from '../../people/users/change-avatar.ts'
import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { realmHost } from '../../state/realm/address.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { erasedAddress, erasedName, isErased } from '../../state/users/erased.ts'
import { accountIsMerging } from '../../state/users/errors.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { settingsOf } from '../../state/users/settings.ts'
import { PersonTask } from './entity.ts'
import { alreadyErased, cannotEraseOnlyOwner } from './errors.ts'
import { ERASE_PERSON } from './jobs.ts'
import { findPersonOfData } from './request.ts'

/** Tables with rows that only their person sees. Each has an index that begins with the person. */
const OWN_TABLES = [
  'draft',
  'saved_snippet',
  'scheduled_message',
  'alert_word',
  'muted_user',
  'user_topic',
  'navigation_view',
  'onboarding_step_seen',
  'user_status',
  'user_presence',
  'confirmation',
  'missed_message',
  'waiting_message',
  'authenticator',
  'recovery_code',
  'passkey',
  'external_identity',
  'provisioned_account',
  'zoom_account',
  'unclaimed_person',
] as const

const DELETE_OWN: readonly Statement[] = OWN_TABLES.map((table) =>
  statement(`person.erase-${table}`, `DELETE FROM ${table} WHERE user_id = $1`),
)
const FORGET_ADDRESS = statement(
  'person.forget-address',
  `DELETE FROM join_request WHERE realm_id = $1 AND lower(email) = lower($2)`,
)
const FORGET_INVITATIONS = statement(
  'person.forget-invitations',
  `UPDATE invitation SET email = $3 WHERE realm_id = $1 AND lower(email) = lower($2)`,
)
// The entries of these kinds are few enough to be looked through.
const FORGET_IN_AUDIT = statement(
  'person.forget-in-audit',
  // audit_entry_object, audit_entry_kind
  `UPDATE audit_entry SET
     object_name = $4,
     old_value = CASE WHEN property = 'full_name' THEN NULL ELSE old_value END,
     new_value = CASE WHEN property = 'full_name' THEN NULL WHEN action = 'created' THEN NULL ELSE new_value END
   WHERE realm_id = $1 AND (kind IN ('user', 'person_data') AND object_id = $2
     OR kind = 'invitation' AND (lower(object_name) = lower($3)
       OR CASE WHEN action = 'created' AND new_value LIKE '{%}' THEN (new_value::jsonb->>'user_id')::int = $2 END))`,
)
// Before the identities at providers are deleted.
const FORGET_TRIALS = statement(
  'person.forget-trials',
  // audit_entry_kind, external_identity_user
  `UPDATE audit_entry SET new_value = NULL
   WHERE realm_id = $1 AND kind = 'log_in_provider' AND property = 'trial' AND (
     lower(new_value) = lower(to_json($3::text)::text) OR new_value IN (
       SELECT to_json(subject)::text FROM external_identity WHERE realm_id = $1 AND user_id = $2))`,
)
// The table has the jobs of the moment and the failed ones.
const FORGET_MAILS = statement(
  'person.forget-mails',
  `DELETE FROM job_outbox WHERE queue IN ('email', 'invitations', 'deactivation')
     AND data->>'realm' = $1::text AND (data->>'user' = $2::text OR lower(data->>'email') = lower($3))`,
)
const FORGET_UPLOADS = statement(
  'person.forget-uploads',
  // pending_upload_realm
  `DELETE FROM pending_upload WHERE realm_id = $1 AND owner_id = $2
   RETURNING storage_key AS "storageKey", path_id IS NULL AS "isUnfinished"`,
)
const FORGET_LOG_INS = statement(
  'person.forget-log-ins',
  // audit_entry_object
  `DELETE FROM audit_entry WHERE realm_id = $1 AND kind = 'log_in' AND object_id = $2`,
)
const FORGET_EXPORTS = statement(
  'person.forget-exports',
  // person_task_person
  `UPDATE person_task t SET status = 'deleted' FROM (
     SELECT id, storage_key FROM person_task WHERE person_id = $1 AND kind = 'export'
       AND status IN ('requested', 'started', 'succeeded') FOR UPDATE) former
   WHERE t.id = former.id RETURNING former.storage_key AS "storageKey"`,
)

const MERGING = statement(
  'person.merging',
  // account_merge_live: an organization has at most one
  `SELECT FROM account_merge WHERE realm_id = $1 AND status <> 'succeeded' AND $2 IN (from_id, into_id)`,
)

interface PendingUpload {
  readonly storageKey: string
  readonly isUnfinished: boolean
}

/**
 * Erases a person at an administrator's request. Throws as `findPersonOfData`, for the only owner, when the
 * person is erased already, and while the account is being merged.
 */
export async function erasePerson(caller: Caller, id: UserId, deletesMessages: boolean): Promise<number> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) =>
    erase(tx, core, realm, findPersonOfData(realm, actor, id), actor.id, deletesMessages),
  )
}

/** Erases a person at an operator's request. Throws as `erasePerson`. */
export const erasePersonAsOperator = (
  core: Core,
  realm: RealmState,
  id: UserId,
  deletesMessages: boolean,
): Promise<number> =>
  core.changeAsSystem(realm, (tx) => erase(tx, core, realm, realm.users.get(id)!, null, deletesMessages))

/**
 * Replaces name, address and picture of a person, and deletes data that only the person sees, in the caller's
 * transaction. A job deletes the files and messages. The person's bots are deactivated.
 */
async function erase(
  tx: Tx,
  core: Core,
  realm: RealmState,
  person: UserRecord,
  actor: UserId | null,
  deletesMessages: boolean,
): Promise<number> {
  if (isErased(person)) throw alreadyErased()
  if (isOnlyOwner(realm, person)) throw cannotEraseOnlyOwner()
  const { id } = person
  if ((await tx.run(MERGING, [realm.id, id])).length > 0) throw accountIsMerging()
  await forgetValues(tx, id)
  const bots = activeBotsOf(realm, person)
  if (person.isActive) await setActive(tx, realm, [person, ...bots], false)
  else if (bots.length > 0) await setActive(tx, realm, bots, false)
  tx.write(FORGET_TRIALS, [realm.id, id, person.deliveryEmail])
  for (const query of DELETE_OWN) tx.write(query, [id])
  emitChange(tx, { type: '_alert_words', user: id, words: [] })
  emitChange(tx, { type: '_mutes', user: id, muted: [] })
  tx.write(FORGET_ADDRESS, [realm.id, person.deliveryEmail])
  tx.write(FORGET_INVITATIONS, [realm.id, person.deliveryEmail, erasedName(id)])
  tx.write(FORGET_LOG_INS, [realm.id, id])
  tx.write(FORGET_IN_AUDIT, [realm.id, id, person.deliveryEmail, erasedName(id)])
  tx.write(FORGET_MAILS, [realm.id, id, person.deliveryEmail])
  const uploads = await tx.run<PendingUpload>(FORGET_UPLOADS, [realm.id, id])
  deleteFiles(
    tx,
    uploads.filter(({ isUnfinished }) => isUnfinished).map(({ storageKey }) => storageKey),
  )
  await replaceAccount(tx, core, realm, person)
  await replaceFormerAccounts(tx, core, realm, person)
  const archives = await tx.run<{ readonly storageKey: string | null }>(FORGET_EXPORTS, [id])
  deleteFiles(
    tx,
    archives.flatMap(({ storageKey }) => storageKey ?? []),
  )
  const task = await tx.em.insert(PersonTask, {
    realmId: realm.id,
    personId: id,
    actingUserId: actor,
    kind: 'erasure',
    deletesMessages,
  })
  const after = { messages: deletesMessages ? 'deleted' : 'kept' }
  writeAudit(tx, actor, [{ kind: 'person_data', action: 'removed', id, name: erasedName(id), before: after }])
  tx.enqueue(ERASE_PERSON, { realm: realm.id, id: task })
  return task
}

/**
 * As `replaceAccount` for the accounts that were merged into the person's: they have the same person's name.
 */
async function replaceFormerAccounts(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { id }: UserRecord,
): Promise<void> {
  for (const former of realm.users) {
    if (former.mergedIntoId !== id || isErased(former)) continue
    tx.write(FORGET_TRIALS, [realm.id, former.id, former.deliveryEmail])
    tx.write(FORGET_ADDRESS, [realm.id, former.deliveryEmail])
    tx.write(FORGET_INVITATIONS, [realm.id, former.deliveryEmail, erasedName(former.id)])
    tx.write(FORGET_LOG_INS, [realm.id, former.id])
    tx.write(FORGET_IN_AUDIT, [realm.id, former.id, former.deliveryEmail, erasedName(former.id)])
    tx.write(FORGET_MAILS, [realm.id, former.id, former.deliveryEmail])
    await replaceAccount(tx, core, realm, former)
  }
}

/** Replaces the data that identify the person, and ends all access to the account. */
async function replaceAccount(tx: Tx, core: Core, realm: RealmState, person: UserRecord): Promise<void> {
  const { id, avatarPath } = person
  const address = erasedAddress(id, realmHost(realm.record, core.options.rootUrl))
  const changed: UserRecord = {
    ...person,
    isActive: false,
    fullName: erasedName(id),
    email: address,
    deliveryEmail: address,
    timezone: '',
    avatarPath: null,
    avatarVersion: person.avatarVersion + 1,
    keyVersion: person.keyVersion + 1,
    sessionVersion: person.sessionVersion + 1,
    canCreateUsers: false,
    canChangeUserEmails: false,
    hasAuthenticator: false,
    passkeyCount: 0,
    settings: settingsOf({}),
  }
  const { fullName, timezone, avatarVersion, keyVersion, canCreateUsers, canChangeUserEmails } = changed
  await tx.em.nativeUpdate(
    User,
    { id },
    {
      ...{ fullName, timezone, avatarVersion, keyVersion, canCreateUsers, canChangeUserEmails },
      ...{ email: address, deliveryEmail: address, avatarPath: null, passwordHash: null, settings: {} },
      ...{ hasAuthenticator: false, passkeyCount: 0 },
      sessionVersion: raw('greatest(session_version, ?)', [changed.sessionVersion]),
    },
  )
  emitChange(tx, { type: '_user', user: changed })
  for (const change of [
    { full_name: fullName },
    { delivery_email: address },
    { new_email: address },
    { email: address, timezone },
  ]) {
    tx.emit({ type: 'realm_user', op: 'update', person: { user_id: id, ...change } }, toRealm)
  }
  emitAvatar(tx, changed)
  emitBotChanged(tx, realm, changed, {})
  if (avatarPath !== null) deletePictures(tx, avatarFiles(avatarPath))
}
