import {
  MAX_REALM_DESCRIPTION_LENGTH,
  MAX_REALM_NAME_LENGTH,
  MAX_WELCOME_TEXT_LENGTH,
} from '../../../config/limits.ts'
import { REALM_PERMISSIONS } from '../groups/permission-settings.ts'
import type { GroupSetting } from '../groups/setting.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import * as s from './setting.ts'

/** The video call providers. BigBlueButton needs a server that an operator has configured. */
export const VIDEO_CHAT_PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  big_blue_button: { name: 'BigBlueButton', id: 3 },
} as const

/** The default Jitsi server, unless an organization sets its own. */
export const JITSI_SERVER_URL = 'https://meet.jit.si'

/** The content ratings of GIFs that clients offer. */
export const GIPHY_RATINGS = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
} as const

/**
 * Every setting of an organization under its name on the wire, without the prefix `realm_` of POST /register:
 * its values, its default, who may change it, and the event of a change (spec.md "Organization settings in
 * the register response").
 */
export const REALM_SETTINGS = {
  name: s.title(MAX_REALM_NAME_LENGTH),
  description: s.text(MAX_REALM_DESCRIPTION_LENGTH),
  org_type: s.code(0, [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1_000]),
  plan_type: s.code(1, [1], { isFixed: true }),

  default_language: s.language('en'),
  want_advertise_in_communities_directory: s.boolean(false),
  enable_spectator_access: s.boolean(false),
  enable_guest_user_indicator: s.boolean(true),
  enable_guest_user_dm_warning: s.boolean(true),
  presence_disabled: s.boolean(false),
  enable_read_receipts: s.boolean(true),

  invite_required: s.boolean(true, { by: 'owner' }),
  emails_restricted_to_domains: s.boolean(false, { by: 'owner' }),
  disallow_disposable_email_addresses: s.boolean(true, { by: 'owner' }),
  waiting_period_threshold: s.integer(0, 0, { by: 'owner' }),
  authentication_methods: s.methods({ Email: true }, { by: 'owner', event: 'update_dict' }),
  require_unique_names: s.boolean(false),
  name_changes_disabled: s.boolean(false),
  email_changes_disabled: s.boolean(false),
  avatar_changes_disabled: s.boolean(false),

  send_welcome_emails: s.boolean(true),
  welcome_message_custom_text: s.text(MAX_WELCOME_TEXT_LENGTH),
  digest_emails_enabled: s.boolean(false),
  digest_weekday: s.code(1, [0, 1, 2, 3, 4, 5, 6]),
  message_content_allowed_in_email_notifications: s.boolean(true),
  require_e2ee_push_notifications: s.boolean(false),

  new_stream_announcements_stream_id: s.channel(),
  signup_announcements_stream_id: s.channel(),
  zulip_update_announcements_stream_id: s.channel({ twin: 'service_update_announcements_stream_id' }),
  moderation_request_channel_id: s.channel(),

  topics_policy: s.choice(['allow_empty_topic', 'disable_empty_topic'], { event: 'update_dict' }),
  message_retention_days: s.days({ by: 'owner' }),
  allow_message_editing: s.boolean(true, { event: 'update_dict' }),
  message_content_edit_limit_seconds: s.seconds(600, { event: 'update_dict' }),
  message_content_delete_limit_seconds: s.seconds(600),
  move_messages_within_stream_limit_seconds: s.seconds(604_800),
  move_messages_between_streams_limit_seconds: s.seconds(604_800),
  message_edit_history_visibility_policy: s.choice(['all', 'moves', 'none']),

  inline_image_preview: s.boolean(true),
  inline_url_embed_preview: s.boolean(false),
  default_code_block_language: s.text(80),
  video_chat_provider: s.option(1, VIDEO_CHAT_PROVIDERS),
  jitsi_server_url: s.serverUrl(200),
  giphy_rating: s.option(2, GIPHY_RATINGS),

  ...permissions([
    'create_multiuse_invite_group',
    'can_create_groups',
    'can_invite_users_group',
    'can_manage_all_groups',
    'can_manage_billing_group',
  ]),
} satisfies Record<string, s.Setting>

/** The permission settings; `byOwner` names those that only owners may change. */
function permissions(byOwner: readonly PermissionName[]): Record<PermissionName, s.Setting<GroupSetting>> {
  const names = Object.keys(REALM_PERMISSIONS) as PermissionName[]
  const rows = names.map((name) => {
    const rule = REALM_PERMISSIONS[name]
    return [name, byOwner.includes(name) ? s.group(rule, { by: 'owner' }) : s.group(rule)]
  })
  return Object.fromEntries(rows)
}

type PermissionName = keyof typeof REALM_PERMISSIONS
type Table = typeof REALM_SETTINGS
export type RealmSettingName = keyof Table

/** Settings that name a channel, or -1 for none. */
export const CHANNEL_SETTINGS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
] as const satisfies readonly RealmSettingName[]
export type RealmSettings = {
  readonly [Name in RealmSettingName]: Table[Name] extends s.Setting<infer T> ? T : never
}

export const REALM_SETTING_NAMES = Object.keys(REALM_SETTINGS) as readonly RealmSettingName[]

/** The settings that differ from their defaults. Name and description have their own columns. */
export function storedSettings(settings: RealmSettings, groups: SystemGroupIds): Partial<RealmSettings> {
  const differs = (name: RealmSettingName) =>
    JSON.stringify(settings[name]) !== JSON.stringify(REALM_SETTINGS[name].default(groups))
  const names = REALM_SETTING_NAMES.filter(
    (name) => name !== 'name' && name !== 'description' && differs(name),
  )
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

/** All settings of an organization, from the stored ones. */
export function realmSettings(stored: Partial<RealmSettings>, groups: SystemGroupIds): RealmSettings {
  const all = REALM_SETTING_NAMES.map((name) => [
    name,
    name in stored ? stored[name] : REALM_SETTINGS[name].default(groups),
  ])
  return Object.fromEntries(all) as RealmSettings
}
