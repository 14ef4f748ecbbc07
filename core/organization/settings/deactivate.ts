import {
  MAX_OWNERS_TO_MAIL,
  MAX_REALM_DELETION_DELAY_DAYS,
  MIN_DEACTIVATED_REALM_DELETION_DAYS,
} from '../../../config/limits.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isOwner } from '../../state/users/record.ts'
import { beingDeleted, deletionTooLate, deletionTooSoon } from './errors.ts'
import { ORGANIZATION_DEACTIVATED } from './mails.ts'

const DAY_MS = 86_400_000

/**
 * Deactivates an organization for an operator. Deactivation informs the clients, and then every process
 * refuses them. `deletionDelayDays`: after so many days its data are deleted; null keeps them. Of an
 * organization that is deactivated already, only the date changes. Throws as `deactivateRealm`, and when the
 * deletion has begun.
 */
export async function deactivateRealmAsOperator(
  core: Core,
  realm: RealmState,
  deletionDelayDays: number | null,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await requireNotDeleting(tx, realm)
    await deactivate(tx, realm, deletionDelayDays)
    tellOwners(tx, realm, null)
  })
}

/**
 * Deactivates an organization for an operator, due for deletion from now on. Throws when its deletion has
 * begun.
 */
export async function closeForDeletion(core: Core, realm: RealmState): Promise<void> {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  await core.changeAsSystem(realm, async (tx) => {
    await requireNotDeleting(tx, realm)
    await store(tx, realm, { isDeactivated: true, deletionDate: yesterday })
  })
}

/**
 * Reactivates an organization, whose data are then no longer to be deleted. Throws when their deletion has
 * begun. Does nothing to an active one.
 */
export async function reactivateRealm(core: Core, realm: RealmState): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    if (!realm.record.isDeactivated) return
    await requireNotDeleting(tx, realm)
    await store(tx, realm, { isDeactivated: false, deletionDate: null })
  })
}

/**
 * Deactivates the caller's organization, like `deactivateRealmAsOperator`, and mails its owners. Throws
 * unless the caller is an owner, and for a date of deletion that is too soon or too late.
 */
export async function deactivateRealm(caller: Caller, deletionDelayDays: number | null): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    await deactivate(tx, realm, deletionDelayDays)
    tellOwners(tx, realm, actor.id)
  })
}

async function deactivate(tx: Tx, realm: RealmState, days: number | null): Promise<void> {
  const deletionDate = days === null ? null : dateAfter(days)
  await store(tx, realm, { isDeactivated: true, deletionDate })
}

/** The UTC day until whose end the data are kept for at least these days. */
function dateAfter(days: number): string {
  if (days < MIN_DEACTIVATED_REALM_DELETION_DAYS) throw deletionTooSoon(MIN_DEACTIVATED_REALM_DELETION_DAYS)
  if (days > MAX_REALM_DELETION_DELAY_DAYS) throw deletionTooLate(MAX_REALM_DELETION_DELAY_DAYS)
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

async function requireNotDeleting(tx: Tx, realm: RealmState): Promise<void> {
  const row = await tx.em.findOne(Realm, { id: realm.id }, { fields: ['isDeleting'] })
  if (row?.isDeleting !== false) throw beingDeleted()
}

async function store(
  tx: Tx,
  realm: RealmState,
  state: { readonly isDeactivated: boolean; readonly deletionDate: string | null },
): Promise<void> {
  const { record } = realm
  if (record.isDeactivated === state.isDeactivated && record.deletionDate === state.deletionDate) return
  await tx.em.nativeUpdate(Realm, { id: realm.id }, state)
  // Emitted before the change, because gateways end the queues when they apply the change.
  if (state.isDeactivated && !record.isDeactivated)
    tx.emit({ type: 'realm', op: 'deactivated', realm_id: realm.id }, toRealm)
  emitChange(tx, { type: '_realm', realm: { ...record, ...state } })
}

/** Mails the owners that the organization is deactivated, and when its data are deleted. */
function tellOwners(tx: Tx, realm: RealmState, by: UserId | null): void {
  const owners = [...realm.users].filter((user) => isOwner(user) && user.isActive && !user.isBot)
  for (const { id } of owners.slice(0, MAX_OWNERS_TO_MAIL))
    tx.enqueue(ORGANIZATION_DEACTIVATED, { realm: realm.id, user: id, by })
}
