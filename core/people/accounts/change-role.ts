import { emitDefaultChannelsTo } from '../../channels/defaults/default-channels.ts'
import { emitDefaultGroupsTo } from '../../channels/defaults/default-groups.ts'
import { channelVisibility } from '../../channels/presenting/visibility.ts'
import { wireChannel } from '../../channels/presenting/wire.ts'
import { toRealm, toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeChannel } from '../../state/access/channel-permissions.ts'
import { findUser } from '../../state/access/find-user.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import {
  isAdministrator,
  isGuest,
  isOwner,
  outranks,
  type Role,
  type UserRecord,
} from '../../state/users/record.ts'
import { botAudience, emitBotGone, emitBotsAdded } from '../bots/event.ts'
import { canSeeBot } from '../bots/permissions.ts'
import { emitGroupsOf } from '../groups/role-events.ts'
import { revokeOffersOf } from '../invites/store.ts'
import { onlyOwnerMustStay } from '../users/errors.ts'
import { emitPeopleVisibleByRole } from '../users/guest-visibility.ts'

/**
 * Changes a user's role and emits it; does nothing when the user has the role already. Throws when there is
 * no such user, and when the organization would have no active owner. Does not check permissions.
 */
export async function changeRole(core: Core, realm: RealmState, id: UserId, role: Role): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    await setRole(tx, realm, findUser(realm, id), role)
  })
}

/**
 * As `changeRole`, in the caller's transaction, which has locked the organization. Returns the changed user,
 * and emits the channels that the user can newly see or no longer see.
 */
export async function setRole(tx: Tx, realm: RealmState, user: UserRecord, role: Role): Promise<UserRecord> {
  if (user.role === role) return user
  if (isOnlyOwner(realm, user)) {
    // spec.md "Permissions": the only owner keeps the role.
    throw onlyOwnerMustStay()
  }
  const changed = { ...user, role }
  await tx.em.nativeUpdate(User, { id: user.id }, { role })
  // Nobody may regain a former role by an own invitation.
  if (role > user.role) await revokeOffersOf(tx, realm, [user.id], role)
  const wasGuest = isGuest(user)
  emitChange(tx, { type: '_user', user: changed, ...(wasGuest !== isGuest(changed) && { wasGuest }) })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, role } }, toRealm)
  emitGroupsOf(tx, realm, user, changed)
  emitVisibleChannels(tx, realm, user, changed)
  if (wasGuest !== isGuest(changed)) {
    emitDefaultChannelsTo(tx, realm, changed)
    emitDefaultGroupsTo(tx, realm, changed)
  }
  if (user.isBot) await emitBotToKeepers(tx, realm, user, changed)
  else await emitBotsVisibleByRole(tx, realm, user, changed, await limitBots(tx, realm, changed))
  await emitPeopleVisibleByRole(tx, realm, user, changed)
  if (isAdministrator(user) && !isAdministrator(changed)) {
    await realm.hooks.administratorLeft(tx, afterChanges(realm, { users: [changed] }))
  }
  return changed
}

/** Lowers a user's role to `role` if it has more permissions. Returns the changed user. */
export const limitRole = async (
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  role: Role,
): Promise<UserRecord> => (user.role < role ? setRole(tx, realm, user, role) : user)

/**
 * Lowers the roles of the owner's bots to the owner's role, because the owner has their keys. Returns the
 * changed bots by id.
 */
async function limitBots(tx: Tx, realm: RealmState, owner: UserRecord): Promise<Map<UserId, UserRecord>> {
  const limited = new Map<UserId, UserRecord>()
  for (const bot of realm.users) {
    if (!bot.isBot || bot.botOwnerId !== owner.id || !outranks(bot, owner)) continue
    limited.set(bot.id, await setRole(tx, realm, bot, owner.role))
  }
  return limited
}

/**
 * Emits a bot to users who may newly see it and its removal to those who no longer may. Owners do not see
 * bots that have more permissions than they have.
 */
async function emitBotToKeepers(
  tx: Tx,
  realm: RealmState,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const [former, now] = [botAudience(realm, before), botAudience(realm, after)]
  emitBotGone(
    tx,
    after,
    former.filter((id) => !now.includes(id)),
  )
  const newcomers = now.filter((id) => !former.includes(id))
  if (newcomers.length > 0) await emitBotsAdded(tx, realm, [after], toUsers(newcomers))
}

function emitVisibleChannels(tx: Tx, realm: RealmState, before: UserRecord, after: UserRecord): void {
  // Every user but guests sees the public channels, whatever the role.
  const mayChange = isGuest(before) || isGuest(after) ? [...realm.channels] : realm.channels.kinds.closed
  for (const isArchived of [false, true]) {
    const channels = mayChange.filter((channel) => channel.isArchived === isArchived)
    emitChannels(tx, realm, before, after, channels)
  }
}

/** Emits channels that are all archived or all active. */
function emitChannels(
  tx: Tx,
  realm: RealmState,
  before: UserRecord,
  after: UserRecord,
  channels: readonly ChannelRecord[],
): void {
  const [first] = channels
  if (first === undefined) return
  const forWhom = channelVisibility(first)
  const audience = toUsers([after.id])
  const sees = (user: UserRecord) => (channel: ChannelRecord) => canSeeChannel(realm, user, channel)
  const gained = channels.filter((channel) => sees(after)(channel) && !sees(before)(channel))
  const lost = channels.filter((channel) => sees(before)(channel) && !sees(after)(channel))
  if (gained.length > 0) {
    const streams = gained.map((channel) => wireChannel(realm, channel, 0))
    tx.emit({ type: 'stream', op: 'create', streams, ...forWhom }, audience)
    // A client that gets a channel knows none of its subscribers yet.
    for (const channel of gained) {
      const user_ids = realm.membership.activeSubscribers(channel.id)
      if (user_ids.length === 0) continue
      const peers = { stream_ids: [channel.id], user_ids, ...forWhom }
      tx.emit({ type: 'subscription', op: 'peer_add', ...peers }, audience)
    }
  }
  if (lost.length > 0) {
    const stream_ids = lost.map((channel) => channel.id)
    const streams = stream_ids.map((stream_id) => ({ stream_id }))
    tx.emit({ type: 'stream', op: 'delete', streams, stream_ids, ...forWhom }, audience)
  }
}

/**
 * Emits all bots to a new administrator and the removal of others' bots to a former one. `limited`: bots
 * whose roles changed with their owner's role.
 */
async function emitBotsVisibleByRole(
  tx: Tx,
  realm: RealmState,
  before: UserRecord,
  after: UserRecord,
  limited: ReadonlyMap<UserId, UserRecord>,
): Promise<void> {
  const sees = (user: UserRecord) => canSeeBot(after, limited.get(user.id) ?? user)
  const bots = [...realm.users].filter((user) => user.isBot && canSeeBot(before, user) !== sees(user))
  const audience = toUsers([after.id])
  const gained = bots.filter(sees)
  if (gained.length > 0) await emitBotsAdded(tx, realm, gained, audience)
  for (const bot of bots) if (!sees(bot)) emitBotGone(tx, bot, [after.id])
}

/** Whether the user is the only active owner. Bots and deactivated users do not count. */
export function isOnlyOwner(realm: RealmState, user: UserRecord): boolean {
  const isActiveOwner = (user: UserRecord) => isOwner(user) && user.isActive && !user.isBot
  return (
    isActiveOwner(user) && ![...realm.users].some((other) => other.id !== user.id && isActiveOwner(other))
  )
}
