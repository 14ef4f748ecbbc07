import type { Row } from '../../../exports/archive/column.ts'
import { timeText } from './times.ts'

const COLORS = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5']

/** Who has a permission: a group, or people and groups. */
export type Holders =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** A channel of a product without permissions for each channel. */
export interface PlainChannel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  /** As the archive writes times. */
  readonly created: string
  readonly creator: number | null
  readonly isPrivate: boolean
  readonly isArchived: boolean
  readonly isDefault: boolean
  readonly folder?: number
  readonly firstMessage: number | undefined
  /** Its messages up to this one are read for everybody. Default: none. */
  readonly readTo?: number
  /** Groups, or people and groups, by the names of permissions. */
  readonly permissions?: Readonly<Record<string, Holders>>
}

/** Returns the row of a channel whose history all its subscribers may read. */
export const channelRow = (channel: PlainChannel): Row => ({
  id: channel.id,
  name: channel.name,
  description: channel.description,
  rendered_description: channel.renderedDescription,
  created_at: channel.created,
  creator_id: channel.creator,
  is_private: channel.isPrivate,
  is_web_public: false,
  is_archived: channel.isArchived,
  history_public_to_subscribers: true,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: channel.firstMessage ?? null,
  read_to: channel.readTo ?? 0,
  is_default: channel.isDefault,
  folder_id: channel.folder ?? null,
  group_settings: channel.permissions ?? {},
})

/** The value of a permission that people and groups have, without a group of its own. */
export const heldBy = (people: Iterable<number>, groups: readonly number[] = []): Holders => ({
  direct_members: [...new Set(people)].sort((a, b) => a - b),
  direct_subgroups: groups,
})

/** Returns the row of a present subscription. */
export const subscriptionRow = (
  user: number,
  channel: number,
  { isMuted = false, isPinned = false }: { readonly isMuted?: boolean; readonly isPinned?: boolean } = {},
): Row => ({
  user_id: user,
  channel_id: channel,
  is_active: true,
  color: COLORS[channel % COLORS.length],
  is_muted: isMuted,
  pin_to_top: isPinned,
  desktop_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  push_notifications: null,
  audible_notifications: null,
})

/** Returns the row of a folder of channels. Folders stand in the order of their ids, from 1. */
export const folderRow = (id: number, name: string): Row => ({
  id,
  name,
  description: '',
  rendered_description: '',
  created_at: timeText(0),
  creator_id: null,
  order: id - 1,
  is_archived: false,
})
