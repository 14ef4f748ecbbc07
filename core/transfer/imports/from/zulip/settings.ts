import { MAX_REALM_DESCRIPTION_LENGTH, MAX_REALM_NAME_LENGTH } from '../../../../../config/limits.ts'
import { checkSettingItself } from '../../../../organization/settings/check-setting.ts'
import type { SystemGroup } from '../../../../state/groups/system.ts'
import {
  type CHANNEL_SETTINGS,
  REALM_SETTINGS,
  type RealmSettingName,
} from '../../../../state/settings/settings.ts'
import { SETTING_NAMES } from '../../../../state/users/settings.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { isOfSetting } from '../../../exports/archive/values.ts'
import { isAllowedSetting } from '../../row-rules.ts'
import { type Fields, fieldOf, idIn } from '../reading/fields.ts'
import { note } from '../reading/note-texts.ts'
import type { Report } from '../reading/report.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import type { ZulipGroups } from './groups.ts'

/** Former names of personal settings. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  web_home_view: 'default_view',
  web_escape_navigates_to_home_view: 'escape_navigates_to_default_view',
}

/** Returns the personal settings in the columns of a row. */
export function userSettings(row: Fields, report: Report): Row {
  const settings: Record<string, unknown> = {}
  for (const name of SETTING_NAMES) {
    const value = fieldOf(row, name, FORMER_NAMES[name] ?? name)
    if (value == null) continue
    if (isAllowedSetting(name, value)) settings[name] = value
    else
      report.changed(
        note('personal settings {name} with a value that is unknown here get the default', { name }),
        String(value),
      )
  }
  return settings
}

/** The groups that numbers of former policies stand for. */
const COMMON: Readonly<Record<number, SystemGroup>> = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
}
const MENTIONING: Readonly<Record<number, SystemGroup>> = {
  1: 'role:everyone',
  2: 'role:members',
  3: 'role:fullmembers',
  4: 'role:administrators',
  5: 'role:administrators',
  6: 'role:nobody',
  7: 'role:moderators',
}
const BOTS: Readonly<Record<number, SystemGroup>> = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:administrators',
}
const WRITE_ONLY_BOTS: Readonly<Record<number, SystemGroup>> = {
  1: 'role:members',
  2: 'role:members',
  3: 'role:administrators',
}
const DIRECT: Readonly<Record<number, SystemGroup>> = { 1: 'role:everyone', 2: 'role:nobody' }

type Policy = readonly [column: string, groups: Readonly<Record<number, SystemGroup>>]

/** Permissions by the column of the policy that they were formerly. */
const FORMER_POLICIES: Readonly<Partial<Record<RealmSettingName, Policy>>> = {
  can_create_public_channel_group: ['create_public_stream_policy', COMMON],
  can_create_private_channel_group: ['create_private_stream_policy', COMMON],
  can_create_web_public_channel_group: ['create_web_public_stream_policy', COMMON],
  can_add_custom_emoji_group: ['add_custom_emoji_policy', COMMON],
  can_add_subscribers_group: ['invite_to_stream_policy', COMMON],
  can_invite_users_group: ['invite_to_realm_policy', COMMON],
  can_delete_own_message_group: ['delete_own_message_policy', COMMON],
  can_move_messages_between_channels_group: ['move_messages_between_streams_policy', COMMON],
  can_move_messages_between_topics_group: ['edit_topic_policy', COMMON],
  can_resolve_topics_group: ['edit_topic_policy', COMMON],
  can_create_groups: ['user_group_edit_policy', COMMON],
  can_mention_many_users_group: ['wildcard_mention_policy', MENTIONING],
  can_create_bots_group: ['bot_creation_policy', BOTS],
  can_create_write_only_bots_group: ['bot_creation_policy', WRITE_ONLY_BOTS],
  direct_message_permission_group: ['private_message_policy', DIRECT],
}

/** Other names of the settings that name a channel, newest first. */
const CHANNEL_COLUMNS: Readonly<Record<(typeof CHANNEL_SETTINGS)[number], readonly string[]>> = {
  new_stream_announcements_stream_id: ['new_stream_announcements_stream', 'notifications_stream'],
  signup_announcements_stream_id: ['signup_announcements_stream', 'signup_notifications_stream'],
  zulip_update_announcements_stream_id: ['zulip_update_announcements_stream'],
  moderation_request_channel_id: ['moderation_request_channel'],
}

const HISTORY_POLICIES: Readonly<Record<number, string>> = { 1: 'all', 2: 'moves', 3: 'none' }
const TOPICS_POLICIES: Readonly<Record<number, string>> = { 2: 'allow_empty_topic', 3: 'disable_empty_topic' }

/** Settings that are about the former server. */
const NOT_MOVED: ReadonlySet<string> = new Set(['name', 'description', 'plan_type', 'authentication_methods'])

/** Returns the name of the organization as it can be stored. */
export function realmName(realm: Fields, texts: Texts): string {
  const name = texts
    .name(realm.name, MAX_REALM_NAME_LENGTH)
    .replace(/\p{Co}/gu, '')
    .trim()
  return name === '' ? 'Imported organization' : name
}

export const realmDescription = (realm: Fields, texts: Texts): string =>
  texts.text(realm.description, MAX_REALM_DESCRIPTION_LENGTH)

/**
 * Returns the settings of the organization in the columns of its row. `hasChannel` says whether a channel is
 * in the archive.
 */
export function realmSettings(
  realm: Fields,
  groups: ZulipGroups,
  hasChannel: (id: number) => boolean,
  report: Report,
): Row {
  const settings: Record<string, unknown> = {}
  for (const name of Object.keys(REALM_SETTINGS) as RealmSettingName[]) {
    if (NOT_MOVED.has(name)) continue
    const value = settingOf(name, realm, groups, hasChannel)
    if (value === undefined) continue
    if (isAllowed(name, value)) settings[name] = value
    else {
      report.changed(
        note('the setting {name} of the organization gets the default', { name }),
        JSON.stringify(value),
      )
    }
  }
  return settings
}

function isAllowed(name: RealmSettingName, value: unknown): boolean {
  if (!isOfSetting(name, value)) return false
  try {
    if (REALM_SETTINGS[name].shape.kind !== 'group') checkSettingItself(name, value)
    return true
  } catch {
    return false
  }
}

function settingOf(
  name: RealmSettingName,
  realm: Fields,
  groups: ZulipGroups,
  hasChannel: (id: number) => boolean,
): unknown {
  const { shape } = REALM_SETTINGS[name]
  if (shape.kind === 'group') {
    if (realm[name] != null) return groups.setting(shape.rule, realm[name])
    const [column, values] = FORMER_POLICIES[name] ?? []
    const group = column === undefined ? undefined : values![idIn(realm[column])]
    return group === undefined ? undefined : groups.setting(shape.rule, groups.system(group))
  }
  if (shape.kind === 'channel') {
    const columns = CHANNEL_COLUMNS[name as keyof typeof CHANNEL_COLUMNS]
    const id = idIn(fieldOf(realm, name, ...columns))
    return hasChannel(id) ? id : -1
  }
  switch (name) {
    case 'message_edit_history_visibility_policy':
      if (typeof realm.allow_edit_history === 'boolean') return realm.allow_edit_history ? 'all' : 'none'
      return HISTORY_POLICIES[idIn(realm[name])] ?? undefinedIfNone(realm[name])
    case 'topics_policy':
      if (typeof realm.mandatory_topics === 'boolean') {
        return realm.mandatory_topics ? 'disable_empty_topic' : 'allow_empty_topic'
      }
      return TOPICS_POLICIES[idIn(realm[name])] ?? undefinedIfNone(realm[name])
    default:
      if (shape.kind !== 'limit') return undefinedIfNone(realm[name])
      return realm[name] === null || realm[name] === -1 ? shape.unlimited : realm[name]
  }
}

const undefinedIfNone = (value: unknown): unknown =>
  value == null || (typeof value === 'number' && !Number.isFinite(value)) ? undefined : value

/** The address of the former server in the archive's texts is not known; this stands for it. */
export const unknownUrl = (realm: Fields): string => {
  const label = textOf(realm.string_id)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
  return `https://${label === '' ? 'former' : label}.zulip.invalid`
}
