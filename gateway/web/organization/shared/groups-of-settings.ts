import { REALM_SETTINGS, type RealmSettingName } from '../../../../core/state/settings/settings.ts'
import type { ShownRealmSetting } from '../../model/setting-text.ts'
import { REALM_SETTINGS_WITHOUT_PAGE } from '../../model/without-page.ts'

/** The groups of each page with forms, and the order of settings in them. */
const PLACED = {
  profile: { about: ['name', 'description', 'org_type'] },
  settings: {
    messages: [
      'topics_policy',
      'allow_message_editing',
      'message_content_edit_limit_seconds',
      'message_content_delete_limit_seconds',
      'move_messages_within_stream_limit_seconds',
      'move_messages_between_streams_limit_seconds',
      'message_edit_history_visibility_policy',
      'message_retention_days',
      'enable_read_receipts',
      'inline_image_preview',
      'inline_url_embed_preview',
      'default_code_block_language',
    ],
    notifications: [
      'message_content_allowed_in_email_notifications',
      'require_e2ee_push_notifications',
      'digest_emails_enabled',
      'digest_weekday',
    ],
    people: [
      'name_changes_disabled',
      'require_unique_names',
      'email_changes_disabled',
      'avatar_changes_disabled',
      'presence_disabled',
      'enable_guest_user_indicator',
      'enable_guest_user_dm_warning',
    ],
    other: ['video_chat_provider', 'jitsi_server_url', 'giphy_rating'],
  },
  permissions: {
    joining: ['can_invite_users_group', 'create_multiuse_invite_group'],
    channels: [
      'can_create_public_channel_group',
      'can_create_private_channel_group',
      'can_create_web_public_channel_group',
      'can_add_subscribers_group',
      'can_set_topics_policy_group',
      'can_set_delete_message_policy_group',
    ],
    messages: [
      'can_delete_own_message_group',
      'can_delete_any_message_group',
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
      'can_mention_many_users_group',
      'direct_message_initiator_group',
      'direct_message_permission_group',
    ],
    people: ['can_access_all_users_group', 'can_create_groups', 'can_manage_all_groups'],
    otherPermissions: [
      'can_add_custom_emoji_group',
      'can_create_bots_group',
      'can_create_write_only_bots_group',
    ],
  },
  announcements: {
    channels: ['new_stream_announcements_stream_id', 'signup_announcements_stream_id'],
    welcome: ['welcome_message_custom_text'],
  },
  moderation: { reports: ['moderation_request_channel_id'] },
  joining: {
    joining: [
      'invite_required',
      'emails_restricted_to_domains',
      'disallow_disposable_email_addresses',
      'waiting_period_threshold',
      'default_language',
      'enable_spectator_access',
    ],
    logIn: [
      'authentication_methods',
      'two_factor_required_role',
      'two_factor_grace_days',
      'session_length_hours',
      'session_idle_minutes',
    ],
  },
} as const satisfies Record<string, Record<string, readonly ShownRealmSetting[]>>

export type SettingsPage = keyof typeof PLACED
export const SETTINGS_PAGES = Object.keys(PLACED) as readonly SettingsPage[]
type GroupsOf<P> = P extends SettingsPage ? keyof (typeof PLACED)[P] : never
export type SettingsGroup = GroupsOf<SettingsPage>

const isShown = (name: RealmSettingName): name is ShownRealmSetting => !(name in REALM_SETTINGS_WITHOUT_PAGE)

/** A group of settings on a page. */
export interface GroupOfSettings {
  readonly group: SettingsGroup
  readonly settings: readonly ShownRealmSetting[]
}

/** The groups that take permissions and other settings without a place. */
const isForOthers = (group: SettingsGroup, name: ShownRealmSetting): boolean =>
  group === (REALM_SETTINGS[name].shape.kind === 'group' ? 'otherPermissions' : 'other')

/** The groups of a page. A setting without a place stands in a last group of permissions or settings. */
export function groupsOf(page: SettingsPage): GroupOfSettings[] {
  const placed = new Set<string>(Object.values(PLACED).flatMap((groups) => Object.values(groups).flat()))
  const others = (Object.keys(REALM_SETTINGS) as RealmSettingName[])
    .filter(isShown)
    .filter((name) => !placed.has(name))
  return (Object.entries(PLACED[page]) as [SettingsGroup, readonly ShownRealmSetting[]][]).map(
    ([group, settings]) => ({
      group,
      settings: [...settings, ...others.filter((name) => isForOthers(group, name))],
    }),
  )
}
