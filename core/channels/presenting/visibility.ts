import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeChannel } from '../../state/access/channel-permissions.ts'
import type { ChannelGroupName } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { ForSomeClients } from '../../state/events/event.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { wireChannel } from './wire.ts'

/** The users who can see a channel before and after a change: both, only after, only before. */
export interface ChannelVisibilityChange {
  readonly kept: readonly UserId[]
  readonly gained: readonly UserId[]
  readonly lost: readonly UserId[]
}

type Sees = (user: UserRecord) => boolean

/** Iterates over the organization's users once. The organization is locked. */
export function channelVisibilityChange(
  realm: RealmState,
  before: Sees,
  after: Sees,
): ChannelVisibilityChange {
  const kept: UserId[] = []
  const gained: UserId[] = []
  const lost: UserId[] = []
  for (const user of realm.users) {
    const saw = before(user)
    if (after(user)) (saw ? kept : gained).push(user.id)
    else if (saw) lost.push(user.id)
  }
  return { kept, gained, lost }
}

/** The permissions with which people can see a private channel. */
export const SHOWING = [
  'canAdministerChannelGroup',
  'canAddSubscribersGroup',
  'canSubscribeGroup',
] as const satisfies readonly ChannelGroupName[]

/** Limits events of archived channels to clients that know archived channels. */
export const channelVisibility = ({ isArchived }: Pick<ChannelRecord, 'isArchived'>): ForSomeClients =>
  isArchived ? { _with: ARCHIVED_CHANNELS } : {}

/** The capability of clients that know archived channels (spec.md `client_capabilities`). */
export const ARCHIVED_CHANNELS = 'archived_channels'

/** The users who can see the channel before and after a change of it. */
export function visibilityBeforeAndAfter(
  realm: RealmState,
  before: ChannelRecord,
  after: ChannelRecord,
): ChannelVisibilityChange {
  const sees =
    (channel: ChannelRecord): Sees =>
    (user) =>
      canSeeChannel(realm, user, channel)
  return channelVisibilityChange(realm, sees(before), sees(after))
}

/** Emits a channel, with its subscribers, to users who can newly see it. */
export function emitAppearance(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  users: readonly UserId[],
  internals: ForSomeClients = {},
): void {
  if (users.length === 0) return
  const streams = [wireChannel(realm, channel, 0)]
  tx.emit({ type: 'stream', op: 'create', streams, ...internals }, toUsers(users))
  const subscribers = realm.membership.activeSubscribers(channel.id)
  if (subscribers.length === 0) return
  const peers = { stream_ids: [channel.id], user_ids: subscribers, ...internals }
  tx.emit({ type: 'subscription', op: 'peer_add', ...peers }, toUsers(users))
}

/** Emits the removal of a channel to users who can no longer see it. */
export function emitDisappearance(
  tx: Tx,
  channel: ChannelRecord,
  users: readonly UserId[],
  internals: ForSomeClients = {},
): void {
  if (users.length > 0) tx.emit({ ...deletion(channel), ...internals }, toUsers(users))
}

export const deletion = (channel: ChannelRecord): Stored<'stream/delete'> => ({
  type: 'stream',
  op: 'delete',
  streams: [{ stream_id: channel.id }],
  stream_ids: [channel.id],
})
