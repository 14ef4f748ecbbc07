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
  joining: {
    joining: [
      'invite_required',
      'emails_restricted_to_domains',
      'disallow_disposable_email_addresses',
      'waiting_period_threshold',
      'default_language',
      'enable_spectator_access',
    ],
    logIn: ['authentication_methods'],
  },
} as const satisfies Record<string, Record<string, readonly ShownRealmSetting[]>>

export type SettingsPage = keyof typeof PLACED
type GroupsOf<P> = P extends SettingsPage ? keyof (typeof PLACED)[P] : never
export type SettingsGroup = GroupsOf<SettingsPage>

const isShown = (name: RealmSettingName): name is ShownRealmSetting => !(name in REALM_SETTINGS_WITHOUT_PAGE)

/** A group of settings on a page. */
export interface GroupOfSettings {
  readonly group: SettingsGroup
  readonly settings: readonly ShownRealmSetting[]
}

/** The groups of a page. Settings that have no place stand in the last group of `settings`. */
export function groupsOf(page: SettingsPage): GroupOfSettings[] {
  const placed = new Set<string>(Object.values(PLACED).flatMap((groups) => Object.values(groups).flat()))
  const others = (Object.keys(REALM_SETTINGS) as RealmSettingName[])
    .filter(isShown)
    .filter((name) => !placed.has(name))
  return (Object.entries(PLACED[page]) as [SettingsGroup, readonly ShownRealmSetting[]][]).map(
    ([group, settings]) => ({ group, settings: group === 'other' ? [...settings, ...others] : settings }),
  )
}
