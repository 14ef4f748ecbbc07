import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_NEW_CHANNELS_PER_REQUEST,
} from '../../../config/limits.ts'
import { insufficientPermission, tooLong } from '../../platform/errors.ts'
import { type Audience, toMembers, toRealm, toUsers } from '../../platform/events/audience.ts'
import type { ChannelFolderId, ChannelId, UserId } from '../../platform/ids.ts'
import { invisibleAt, lookOf } from '../../platform/text/invisible-characters.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { checkChannelGroups } from '../../state/access/channel-groups.ts'
import {
  canChooseDefaultChannels,
  canCreatePrivateChannels,
  canCreatePublicChannels,
  canCreateWebPublicChannels,
  canSeeUnsubscribed,
  canSetDeleteMessagePolicy,
  canSetMessageRetention,
  canSetTopicsPolicy,
} from '../../state/access/channel-permissions.ts'
import { allowsSpectators } from '../../state/access/spectators.ts'
import { Channel } from '../../state/channels/entities.ts'
import {
  type ChannelGroups,
  channelGroups,
  leavesDeleteMessagePolicy,
  storedGroups,
  wireGroups,
} from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { emitDefaultChannels } from '../defaults/default-channels.ts'
import {
  channelExists,
  channelNameEmpty,
  channelNameTooLong,
  defaultChannelCannotBePrivate,
  invalidChannelPrivacy,
  invalidCharacterInChannelName,
  noWebPublicChannels,
  tooManyNewChannels,
} from '../errors.ts'
import { wireChannel } from '../presenting/wire.ts'

export interface NewChannel {
  readonly name: string
  readonly description?: string
  readonly renderedDescription?: string
  readonly isPrivate?: boolean
  readonly isWebPublic?: boolean
  /** Default: false. The history of public channels is always public. */
  readonly historyPublicToSubscribers?: boolean
  readonly messageRetentionDays?: number | null
  readonly topicsPolicy?: ChannelRecord['topicsPolicy']
  readonly isDefault?: boolean
  readonly folderId?: ChannelFolderId | null
  /** The permissions that differ from the defaults. */
  readonly groups?: Partial<ChannelGroups>
}

/** Returns the name as it will be stored. Throws when it is empty, too long or has invisible characters. */
export function checkChannelName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw channelNameEmpty()
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH) {
    throw channelNameTooLong(MAX_CHANNEL_NAME_LENGTH)
  }
  const bad = invisibleAt(name)
  if (bad !== undefined) throw invalidCharacterInChannelName(bad)
  return name
}

/** Returns the description on one line, as it will be stored. Throws when it is too long. */
export function checkChannelDescription(given: string): string {
  const description = given.replace(/\s*[\r\n]+\s*/g, ' ').trim()
  if ([...description].length > MAX_CHANNEL_DESCRIPTION_LENGTH) {
    throw tooLong('description', MAX_CHANNEL_DESCRIPTION_LENGTH)
  }
  return description
}

/** Throws when the actor may not create such a channel, and when its properties are invalid. */
export function checkCanCreateChannel(realm: RealmView, actor: UserRecord, channel: NewChannel): void {
  const hidesHistory = channel.historyPublicToSubscribers === false
  if (channel.isWebPublic && (channel.isPrivate || hidesHistory)) throw invalidChannelPrivacy()
  if (channel.isWebPublic && !allowsSpectators(realm)) throw noWebPublicChannels()
  if (channel.isDefault && channel.isPrivate) throw defaultChannelCannotBePrivate()
  const allowed =
    (channel.isPrivate ? canCreatePrivateChannels(realm, actor) : canCreatePublicChannels(realm, actor)) &&
    (!channel.isDefault || canChooseDefaultChannels(actor)) &&
    (!channel.isWebPublic || canCreateWebPublicChannels(realm, actor)) &&
    ((channel.topicsPolicy ?? 'inherit') === 'inherit' || canSetTopicsPolicy(realm, actor)) &&
    (leavesDeleteMessagePolicy(realm.record.systemGroups, channel.groups) ||
      canSetDeleteMessagePolicy(realm, actor))
  if (!allowed) throw insufficientPermission()
  if (channel.messageRetentionDays != null && !canSetMessageRetention(actor)) {
    throw mustBeOwner()
  }
}

/**
 * Creates channels in the caller's transaction, which has locked the organization. Names are already checked.
 * Emits `stream` create to everybody who can see the channels; the caller adds `subscribers` next. Throws
 * CHANNEL_ALREADY_EXISTS for a name that looks like one in use, without case; for too many new channels; and
 * as `growList`. A creator of null stands for the server itself, for which no limit holds.
 */
export async function addChannels(
  tx: Tx,
  realm: RealmState,
  creator: UserId | null,
  channels: readonly NewChannel[],
  subscribers: readonly UserRecord[] = [],
): Promise<ChannelRecord[]> {
  if (creator !== null && channels.length > MAX_NEW_CHANNELS_PER_REQUEST) {
    throw tooManyNewChannels(MAX_NEW_CHANNELS_PER_REQUEST)
  }
  const { systemGroups } = realm.record
  const taken = channels.length === 0 ? new Set<string>() : realm.channels.looks()
  const rows = channels.map((channel) => {
    if (taken.has(lookOf(channel.name))) throw channelExists(channel.name)
    taken.add(lookOf(channel.name))
    return tx.em.create(Channel, {
      realmId: realm.id,
      name: channel.name,
      description: channel.description ?? '',
      renderedDescription: channel.renderedDescription ?? '',
      createdAt: new Date(),
      creatorId: creator,
      isPrivate: channel.isPrivate ?? false,
      isWebPublic: channel.isWebPublic ?? false,
      historyPublicToSubscribers: !channel.isPrivate || (channel.historyPublicToSubscribers ?? false),
      messageRetentionDays: channel.messageRetentionDays ?? null,
      topicsPolicy: channel.topicsPolicy ?? 'inherit',
      isDefault: channel.isDefault ?? false,
      folderId: channel.folderId ?? null,
      groupSettings: storedGroups(checkChannelGroups(realm, channel.groups), creator, systemGroups),
    })
  })
  await tx.em.flush()
  const records = rows.map(
    (row, index): ChannelRecord => ({
      id: row.id as ChannelId,
      name: row.name,
      description: row.description,
      renderedDescription: row.renderedDescription,
      createdAt: Math.floor(new Date(row.createdAt).getTime() / 1000),
      creatorId: creator,
      isPrivate: row.isPrivate,
      isWebPublic: row.isWebPublic,
      isArchived: false,
      historyPublicToSubscribers: row.historyPublicToSubscribers,
      messageRetentionDays: row.messageRetentionDays ?? null,
      topicsPolicy: row.topicsPolicy as ChannelRecord['topicsPolicy'],
      firstMessageId: null,
      isDefault: row.isDefault,
      folderId: channels[index]!.folderId ?? null,
      weeklyTraffic: null,
      isRecentlyActive: true,
      ...channelGroups(row.groupSettings, creator, systemGroups),
    }),
  )
  if (creator !== null) await growList(tx, realm, creator, 'channels', growthBy(realm.channels, records))
  for (const record of records) emitChange(tx, { type: '_channel', channel: record })
  emitCreated(tx, realm, records, subscribers)
  return records
}

/**
 * Emits new channels to everybody who can see them, which includes administrators for private channels
 * (spec.md /register).
 */
function emitCreated(
  tx: Tx,
  realm: RealmState,
  created: readonly ChannelRecord[],
  subscribers: readonly UserRecord[],
): void {
  const emit = (channels: readonly ChannelRecord[], ...audiences: readonly Audience[]) => {
    if (channels.length === 0) return
    const streams = channels.map((channel) => wireChannel(realm, channel, 0))
    for (const audience of audiences) {
      if (audience.kind === 'users' && audience.ids.length === 0) continue
      tx.emit({ type: 'stream', op: 'create', streams }, audience)
    }
  }
  const ids = (users: readonly UserRecord[]) => users.map((user) => user.id)
  // spec.md, feature level 220: web-public channels also go to guests.
  emit(
    created.filter((channel) => channel.isWebPublic),
    toRealm,
  )
  const isMembersOnly = (channel: ChannelRecord) => !channel.isPrivate && !channel.isWebPublic
  emit(created.filter(isMembersOnly), toMembers(), toUsers(ids(subscribers.filter(isGuest))))
  for (const channels of groupByPermissions(
    realm,
    created.filter((channel) => channel.isPrivate),
  )) {
    const others = [...realm.users].filter((user) => canSeeUnsubscribed(realm, user, channels[0]!))
    emit(channels, toUsers(ids([...subscribers, ...others])))
  }
  if (created.some((channel) => channel.isDefault)) emitDefaultChannels(tx, realm, created)
}

/** Groups channels with equal permissions. */
function groupByPermissions(
  realm: RealmState,
  channels: readonly ChannelRecord[],
): Iterable<ChannelRecord[]> {
  const groups = new Map<string, ChannelRecord[]>()
  for (const channel of channels) {
    const key = JSON.stringify(wireGroups(realm.users, channel))
    groups.set(key, [...(groups.get(key) ?? []), channel])
  }
  return groups.values()
}
