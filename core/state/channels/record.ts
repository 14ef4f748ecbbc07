import type { ChannelFolderId, ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import type { LaterFields } from '../realm/later-fields.ts'
import { type ChannelGroups, channelGroups, type WireChannelGroups } from './group-settings.ts'

/** What every process keeps of a channel (spec.md "Channel object"). */
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
  /** Subscribers may read what was sent before they subscribed. */
  readonly historyPublicToSubscribers: boolean
  /** Null inherits the organization's value; -1 keeps messages forever. */
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'
  readonly firstMessageId: MessageId | null
  /** New users are subscribed to it. */
  readonly isDefault: boolean
  readonly folderId: ChannelFolderId | null
  /** Messages a week; null while the channel is too young to tell. */
  readonly weeklyTraffic: number | null
  /** Whether anything was said in it lately. */
  readonly isRecentlyActive: boolean
}

/** A channel as the database gives it. */
export type StoredChannel = Omit<ChannelRecord, keyof ChannelGroups> & {
  readonly groupSettings: Partial<WireChannelGroups>
}

export function channelRecord(
  { groupSettings, ...row }: StoredChannel,
  groups: SystemGroupIds,
): ChannelRecord {
  return { ...row, ...channelGroups(groupSettings, row.creatorId, groups) }
}

/** Fields of the first version. A field that is added does not belong here, but in `LATER_FIELDS`. */
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
 * The channel that an entry of the log tells of. What the entry does not know is as it was known, or as it begins: also
 * a group setting that it does not know.
 */
export function channelTold(
  told: ChannelRecord,
  known: ChannelRecord | undefined,
  groups: SystemGroupIds,
): ChannelRecord {
  return { ...(known ?? { ...LATER_FIELDS, ...channelGroups({}, told.creatorId, groups) }), ...told }
}

type WithName = Pick<ChannelRecord, 'name'>

/** How lists of channels are sorted: by code unit, the same on every machine. */
export const inNameOrder = (a: WithName, b: WithName): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0
