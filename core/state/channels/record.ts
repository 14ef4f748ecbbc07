import type { LaterFields } from '../../platform/events/later-fields.ts'
import type { ChannelFolderId, ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import { type ChannelGroups, channelGroups, type WireChannelGroups } from './group-settings.ts'

/** A channel in memory (spec.md "Channel object"). */
export interface ChannelRecord extends ChannelGroups {
  readonly id: ChannelId
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  /** Unix seconds. */
  readonly createdAt: number
  readonly creatorId: UserId | null
  /** Private: only subscribers see it (spec.md `invite_only`). */
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  /** Subscribers may read messages from before they subscribed. */
  readonly historyPublicToSubscribers: boolean
  /** Null inherits the organization's value; -1 keeps messages forever. */
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'
  readonly firstMessageId: MessageId | null
  /** New users are subscribed to it. */
  readonly isDefault: boolean
  readonly folderId: ChannelFolderId | null
  /** Messages per week; null while the channel is too young. */
  readonly weeklyTraffic: number | null
  /** Whether the channel had messages recently. */
  readonly isRecentlyActive: boolean
}

/** A channel as the database stores it. */
export type StoredChannel = Omit<ChannelRecord, keyof ChannelGroups> & {
  readonly groupSettings: Partial<WireChannelGroups>
}

export function channelRecord(
  { groupSettings, ...row }: StoredChannel,
  groups: SystemGroupIds,
): ChannelRecord {
  return { ...row, ...channelGroups(groupSettings, row.creatorId, groups) }
}

/** Fields of the first version. Add new fields to `LATER_FIELDS` instead. */
type FirstFields =
  | keyof ChannelGroups
  | 'id'
  | 'name'
  | 'description'
  | 'renderedDescription'
  | 'createdAt'
  | 'creatorId'
  | 'isPrivate'
  | 'isWebPublic'
  | 'isArchived'
  | 'historyPublicToSubscribers'
  | 'messageRetentionDays'
  | 'topicsPolicy'
  | 'firstMessageId'
  | 'isDefault'
  | 'folderId'
  | 'weeklyTraffic'
  | 'isRecentlyActive'
const LATER_FIELDS: LaterFields<ChannelRecord, FirstFields> = {}

/**
 * Reads a channel from an entry of the log. Fields and group settings that the entry does not have keep their
 * values, or get their defaults in a new channel.
 */
export function channelFromLog(
  logged: ChannelRecord,
  known: ChannelRecord | undefined,
  groups: SystemGroupIds,
): ChannelRecord {
  return { ...(known ?? { ...LATER_FIELDS, ...channelGroups({}, logged.creatorId, groups) }), ...logged }
}

type WithName = Pick<ChannelRecord, 'name'>

/** Sorts channels by the code units of their names, equally on every machine. */
export const inNameOrder = (a: WithName, b: WithName): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0
