import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canAccessAllUsers, canAccessUser } from '../../state/access/visible-users.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { Moves } from '../../state/realm/hooks.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import { canGuestsSeeAllUsers } from '../../state/realm/record.ts'
import { canSeeRealEmail } from '../../state/users/permissions.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { emitUserAdded } from './event.ts'
import { VisibilityChanges } from './visibility-changes.ts'

// A statement, because the entities of conversations belong to a higher module.
const PARTNERS = statement(
  'users.partners',
  `SELECT DISTINCT unnest(c.participant_ids) AS id FROM conversation_participant t
   JOIN conversation c ON c.id = t.conversation_id WHERE t.user_id = $1`, // conversation_participant_pkey
)

/**
 * Emits to guests with restricted access (spec.md, feature level 228) the users whom they can newly see by
 * sharing a channel. Runs in the caller's transaction, which has locked the organization, before memory has
 * the change.
 */
export async function emitUsersMetInChannels(tx: Tx, realm: PendingRealm, joined: Moves): Promise<void> {
  if (canGuestsSeeAllUsers(realm.record)) return
  const changes = new VisibilityChanges()
  for (const [channel, users] of joined) {
    const all = [...new Set([...realm.membership.subscribers(channel), ...users])]
    for (const guest of restrictedAmong(realm, all)) {
      const met = users.includes(guest.id) ? all : users
      addNewlyVisible(realm, guest, met, changes)
    }
  }
  await changes.emitAdded(tx)
}

/** Emits a new account, which memory does not have yet, to the restricted guests of its channels. */
export function emitNewcomerToGuests(
  tx: Tx,
  realm: PendingRealm,
  newcomer: UserRecord,
  channels: readonly { readonly id: ChannelId }[],
): void {
  if (newcomer.isBot || canGuestsSeeAllUsers(realm.record)) return
  const subscribers = new Set(channels.flatMap(({ id }) => [...realm.membership.subscribers(id)]))
  const guests = restrictedAmong(realm, [...subscribers])
  if (guests.length > 0) emitUserAdded(tx, newcomer, toUsers(guests.map((guest) => guest.id)))
}

/** Emits to restricted guests the removal of users with whom they no longer share anything. */
export function emitUsersLostInChannels(tx: Tx, realm: PendingRealm, left: Moves): void {
  if (canGuestsSeeAllUsers(realm.record)) return
  const concerned = new Map<UserRecord, Set<UserId>>()
  for (const [channel, users] of left) {
    const all = [...realm.membership.subscribers(channel)]
    for (const guest of restrictedAmong(realm, all)) {
      const lost = concerned.get(guest) ?? new Set()
      for (const id of users.includes(guest.id) ? all : users) lost.add(id)
      concerned.set(guest, lost)
    }
  }
  const isIn = (channel: ChannelId, id: UserId) =>
    realm.membership.has(channel, id) && !left.get(channel)?.includes(id)
  const changes = new VisibilityChanges()
  for (const [guest, lost] of concerned) {
    const channels = [...realm.membership.channelsOf(guest.id)].filter((channel) => isIn(channel, guest.id))
    for (const id of lost) {
      const user = realm.users.get(id)
      if (user === undefined || id === guest.id || user.isBot || realm.guestDmPartners.has(guest.id, id))
        continue
      if (channels.some((channel) => isIn(channel, id))) continue
      changes.add(user, guest.id)
    }
  }
  changes.emitRemoved(tx)
}

/** Stores that these people share a direct conversation, in the caller's transaction. */
export async function storeDmPartners(
  tx: Tx,
  realm: PendingRealm,
  participants: readonly UserId[],
): Promise<void> {
  for (const id of participants) {
    const guest = realm.users.get(id)
    if (guest === undefined || !isGuest(guest)) continue
    if (!canAccessAllUsers(realm, guest)) {
      const changes = new VisibilityChanges()
      addNewlyVisible(realm, guest, participants, changes)
      await changes.emitAdded(tx)
    }
    const others = participants.filter((other) => other !== id)
    emitChange(tx, { type: '_met', guest: id, others })
  }
}

/**
 * Emits to a user whose role changed the users whom the user can newly see or no longer see, and the real
 * addresses that the user may now see or no longer see; in the caller's transaction, which has locked the
 * organization. A new guest still sees the participants of direct conversations.
 */
export async function emitPeopleVisibleByRole(
  tx: Tx,
  realm: PendingRealm,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const partners = new Set(isGuest(after) ? await emitDmPartners(tx, after) : [])
  const gained = new VisibilityChanges()
  const lost = new VisibilityChanges()
  for (const user of realm.users) {
    const [knew, knows] = [before, after].map((reader) => canAccessUser(realm, reader, user))
    if (knew && !knows && !partners.has(user.id)) {
      lost.add(user, after.id)
    } else if (knows && !knew) gained.add(user, after.id)
    else if (canSeeRealEmail(before, user) !== canSeeRealEmail(after, user)) {
      const delivery_email = canSeeRealEmail(after, user) ? user.deliveryEmail : null
      const person = { user_id: user.id, delivery_email }
      tx.emit({ type: 'realm_user', op: 'update', person }, toUsers([after.id]))
    }
  }
  lost.emitRemoved(tx)
  await gained.emitAdded(tx)
}

async function emitDmPartners(tx: Tx, user: UserRecord): Promise<UserId[]> {
  const rows = await tx.run<{ id: UserId }>(PARTNERS, [user.id])
  const others = rows.map((row) => row.id).filter((id) => id !== user.id)
  if (others.length > 0) emitChange(tx, { type: '_met', guest: user.id, others })
  return others
}

/** Adds the users of `met` whom the guest could not see before. */
function addNewlyVisible(
  realm: PendingRealm,
  guest: UserRecord,
  met: readonly UserId[],
  changes: VisibilityChanges,
): void {
  for (const id of met) {
    const user = realm.users.get(id)
    if (user !== undefined && !canAccessUser(realm, guest, user)) changes.add(user, guest.id)
  }
}

function restrictedAmong(realm: PendingRealm, ids: readonly UserId[]): UserRecord[] {
  return ids
    .map((id) => realm.users.get(id))
    .filter((user) => user?.isActive && !canAccessAllUsers(realm, user)) as UserRecord[]
}
