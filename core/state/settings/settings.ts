import {
  MAX_REALM_DESCRIPTION_LENGTH,
  MAX_REALM_NAME_LENGTH,
  MAX_WELCOME_TEXT_LENGTH,
} from '../../../config/limits.ts'
import { REALM_PERMISSIONS } from '../groups/permission-settings.ts'
import type { GroupSetting } from '../groups/setting.ts'
import type { SystemGroupIds } from '../groups/system.ts'
import { OWN_SETTINGS } from './own-settings.ts'
import * as s from './setting.ts'

/** The video call providers. An operator configures BigBlueButton and Zoom. */
export const VIDEO_CHAT_PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  big_blue_button: { name: 'BigBlueButton', id: 3 },
  zoom: { name: 'Zoom', id: 4 },
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
  name: s.title('The name of the organization.', MAX_REALM_NAME_LENGTH, { example: 'Globe Theatre' }),
  description: s.markdown(
    'The description of the organization, in Markdown. People see it where they log in and join.',
    MAX_REALM_DESCRIPTION_LENGTH,
    { example: 'We play **every night**.' },
  ),
  org_type: s.code(
    'The kind of organization: 0 unspecified, 10 business, 20 open-source project, 30 education (non-profit), 35 education (for-profit), 40 research, 50 event or conference, 60 registered non-profit, 70 government, 80 political group, 90 community, 100 personal, 1000 other.',
    0,
    [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1_000],
  ),
  plan_type: s.code('The plan of the organization: always 1, self-hosted.', 1, [1], { isFixed: true }),

  default_language: s.language(
    'The language of new users who chose none before they joined, of emails to people who have no account yet, and of messages that the server writes.',
    'en',
  ),
  want_advertise_in_communities_directory: s.boolean(
    'Whether the organization wants to be listed in a public directory. This server has no directory.',
    false,
  ),
  enable_spectator_access: s.boolean(
    'Whether people without an account can read web-public channels.',
    false,
  ),
  enable_guest_user_indicator: s.boolean('Whether clients mark the names of guests.', true),
  enable_guest_user_dm_warning: s.boolean('Whether clients warn before a direct message to a guest.', true),
  presence_disabled: s.boolean('Whether the presence of users is hidden, and no longer stored.', false),
  enable_read_receipts: s.boolean('Whether people can see who has read a message.', true),

  invite_required: s.boolean('Whether people need an invitation to join.', true, { by: 'owner' }),
  emails_restricted_to_domains: s.boolean(
    'Whether only email addresses of the domains in `/realm/domains` may join.',
    false,
    { by: 'owner' },
  ),
  disallow_disposable_email_addresses: s.boolean(
    'Whether addresses of disposable mail services may not join. It has no effect while `emails_restricted_to_domains` is true.',
    true,
    { by: 'owner' },
  ),
  waiting_period_threshold: s.integer(
    'The number of days after which a member becomes a full member.',
    0,
    0,
    { by: 'owner' },
  ),
  authentication_methods: s.methods(
    'Which ways to log in are enabled, by their names.',
    { Email: true },
    { by: 'owner', event: 'update_dict' },
  ),
  require_unique_names: s.boolean('Whether two users may not have the same name.', false),
  name_changes_disabled: s.boolean('Whether only administrators can change names.', false),
  email_changes_disabled: s.boolean('Whether users cannot change their own email address.', false),
  avatar_changes_disabled: s.boolean('Whether only administrators can change avatars.', false),

  send_welcome_emails: s.boolean(
    'Whether new users get a welcome email. This server sends none, so it has no effect.',
    true,
  ),
  welcome_message_custom_text: s.markdown(
    'A text of the administrators that the welcome bot sends to new users, in Markdown. Empty for none.',
    MAX_WELCOME_TEXT_LENGTH,
    { example: 'Welcome to the theatre!' },
  ),
  digest_emails_enabled: s.boolean('Whether people who have been away get a weekly digest by email.', false),
  digest_weekday: s.code(
    'The day on which digests are sent: 0 Monday to 6 Sunday.',
    1,
    [0, 1, 2, 3, 4, 5, 6],
  ),
  message_content_allowed_in_email_notifications: s.boolean(
    'Whether emails about messages may contain their text.',
    true,
  ),
  require_e2ee_push_notifications: s.boolean(
    'Whether push notifications leave out the text of messages. This server sends no encrypted ones.',
    false,
  ),

  new_stream_announcements_stream_id: s.channel(
    'The channel where new public channels are announced; -1 for none.',
  ),
  signup_announcements_stream_id: s.channel('The channel where new users are announced; -1 for none.'),
  zulip_update_announcements_stream_id: s.channel(
    'The channel for news about the server; -1 for none. This server announces none.',
    { twin: 'service_update_announcements_stream_id' },
  ),
  moderation_request_channel_id: s.channel(
    'The private channel where reported messages are announced; -1 for none. Without it, nobody can report messages.',
  ),

  topics_policy: s.choice(
    'Which topics messages to channels may have: `allow_empty_topic` any, `disable_empty_topic` only topics with a name. A channel may have another policy.',
    ['allow_empty_topic', 'disable_empty_topic'],
    { event: 'update_dict' },
  ),
  message_retention_days: s.days(
    'The number of days after which messages are deleted. A channel may have another number.',
    { example: 365, by: 'owner' },
  ),
  allow_message_editing: s.boolean('Whether people can edit the text of their messages.', true, {
    event: 'update_dict',
  }),
  message_content_edit_limit_seconds: s.seconds(
    'How long after sending people can edit the text of a message, in seconds.',
    600,
    { event: 'update_dict' },
  ),
  message_content_delete_limit_seconds: s.seconds(
    'How long after sending people can delete their own messages, in seconds.',
    600,
  ),
  move_messages_within_stream_limit_seconds: s.seconds(
    'How long after sending messages can be moved to another topic, in seconds. It does not apply to moderators and administrators.',
    604_800,
  ),
  move_messages_between_streams_limit_seconds: s.seconds(
    'How long after sending messages can be moved to another channel, in seconds. It does not apply to moderators and administrators.',
    604_800,
  ),
  message_edit_history_visibility_policy: s.choice(
    'What people see of the history of a message: `all` former texts, topics and channels, `moves` only former topics and channels, `none` nothing.',
    ['all', 'moves', 'none'],
  ),

  inline_image_preview: s.boolean('Whether messages show previews of linked images.', true),
  inline_url_embed_preview: s.boolean('Whether messages show previews of linked websites.', false),
  default_code_block_language: s.text(
    'The programming language of code blocks that name none. Empty for plain text.',
    80,
    { example: 'python' },
  ),
  video_chat_provider: s.option(
    'The video call provider: 0 none, 1 Jitsi Meet, 3 BigBlueButton, 4 Zoom. BigBlueButton and Zoom are there when an operator has configured them.',
    1,
    VIDEO_CHAT_PROVIDERS,
  ),
  jitsi_server_url: s.serverUrl('The address of the Jitsi server.', 200),
  giphy_rating: s.option(
    'The content rating up to which clients offer GIFs: 0 no GIFs, 1 Y, 2 G, 3 PG, 4 PG-13, 5 R.',
    2,
    GIPHY_RATINGS,
  ),

  ...permissions([
    'create_multiuse_invite_group',
    'can_create_groups',
    'can_invite_users_group',
    'can_manage_all_groups',
    'can_manage_billing_group',
  ]),

  ...OWN_SETTINGS,
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
