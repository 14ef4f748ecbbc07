import { LANGUAGES } from '../../platform/languages.ts'

/** The value of a setting. */
export type SettingValue = boolean | number | string

/**
 * The legacy event and register fields that include a setting, for clients without `user_settings_object`.
 */
export type LegacyFamily = 'display' | 'notifications'

/**
 * One personal setting: its values, the endpoints that change it, and its form for older clients. `default`
 * is the product's default; an organization can have another for new accounts.
 */
export interface Setting<Value extends SettingValue = SettingValue> {
  readonly default: Value
  /** The allowed values; absent for booleans and for integers with `min` and `max`. */
  readonly values?: readonly Value[]
  /** Bounds of an integer, inclusive. */
  readonly min?: number
  readonly max?: number
  /** The error message for an invalid value, with `{value}` as a placeholder. Default: `Invalid <name>`. */
  readonly refusal?: string
  /**
   * `both`: PATCH /settings and PATCH /realm/user_settings_defaults change it. `personal`: only the former
   * does.
   */
  readonly scope: 'both' | 'personal'
  readonly legacy?: LegacyFamily
}

type Options = Partial<Pick<Setting, 'scope' | 'legacy' | 'refusal'>>

const flag = (initial: boolean, options: Options = {}): Setting<boolean> => ({
  default: initial,
  scope: 'both',
  ...options,
})
const oneOf = <const V extends number | string>(
  values: readonly V[],
  initial: NoInfer<V>,
  options: Options = {},
): Setting<V> => ({ default: initial, values, scope: 'both', ...options })
const within = (min: number, max: number, initial: number, options: Options = {}): Setting<number> => ({
  default: initial,
  min,
  max,
  scope: 'both',
  ...options,
})

const display = { legacy: 'display' } as const
const notifications = { legacy: 'notifications' } as const

/** Sounds that clients can play for a notification; `none` plays nothing. */
export const NOTIFICATION_SOUNDS = ['ding', 'zulip'] as const

/** Emoji sets with their names. */
export const EMOJI_SETS = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const

/** The names that spec.md uses for vendors' sets. A client gets the name that it chose. */
const NEUTRAL_EMOJI_SETS = ['vendora', 'vendora-blob', 'vendorb'] as const

/**
 * Every personal setting by its name on the wire (spec.md "User preference settings"), except `timezone`,
 * which is part of the profile. Validation, storage, the register response, events and the fields for older
 * clients all come from this table.
 */
export const SETTINGS = {
  twenty_four_hour_time: flag(false, display),
  web_mark_read_on_scroll_policy: oneOf([1, 2, 3], 1, { scope: 'personal' }),
  web_channel_default_view: oneOf([1, 2, 3, 4], 1),
  starred_message_counts: flag(true, display),
  receives_typing_notifications: flag(true, display),
  web_suggest_update_timezone: flag(true, { scope: 'personal' }),
  fluid_layout_width: flag(false, display),
  high_contrast_mode: flag(false, display),
  web_font_size_px: within(1, 1000, 16),
  web_line_height_percent: within(1, 1000, 140),
  color_scheme: oneOf([1, 2, 3], 1, display),
  translate_emoticons: flag(false, display),
  display_emoji_reaction_users: flag(true),
  default_language: oneOf(Object.keys(LANGUAGES), 'en', { ...display, scope: 'personal' }),
  web_home_view: oneOf(['recent_topics', 'inbox', 'all_messages'], 'inbox', display),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false, display),
  emojiset: oneOf([...EMOJI_SETS.map((set) => set.key), ...NEUTRAL_EMOJI_SETS], 'google', display),
  demote_inactive_streams: oneOf([1, 2, 3], 1, display),
  user_list_style: oneOf([1, 2, 3], 2),
  web_animate_image_previews: oneOf(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: oneOf([1, 2, 3], 2),
  hide_ai_features: flag(false, { scope: 'personal' }),
  web_left_sidebar_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  enter_sends: flag(false, display),
  enable_drafts_synchronization: flag(true, display),
  enable_stream_desktop_notifications: flag(false, notifications),
  enable_stream_email_notifications: flag(false, notifications),
  enable_stream_push_notifications: flag(false, notifications),
  enable_stream_audible_notifications: flag(false, notifications),
  notification_sound: oneOf([...NOTIFICATION_SOUNDS, 'none'], 'zulip', {
    ...notifications,
    refusal: "Invalid notification sound '{value}'",
  }),
  enable_desktop_notifications: flag(true, notifications),
  enable_sounds: flag(true, notifications),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  // At most a week.
  email_notifications_batching_period_seconds: within(1, 604_800, 120, {
    ...notifications,
    refusal: 'Invalid email batching period: {value} seconds',
  }),
  enable_offline_email_notifications: flag(true, notifications),
  enable_offline_push_notifications: flag(true, notifications),
  enable_online_push_notifications: flag(true, notifications),
  enable_digest_emails: flag(true, notifications),
  enable_marketing_emails: flag(true, { ...notifications, scope: 'personal' }),
  enable_login_emails: flag(true, { ...notifications, scope: 'personal' }),
  message_content_in_email_notifications: flag(true, notifications),
  pm_content_in_desktop_notifications: flag(true, notifications),
  wildcard_mentions_notify: flag(true, notifications),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: oneOf([1, 2, 3, 4], 1, notifications),
  realm_name_in_email_notifications_policy: oneOf([1, 2, 3], 1, notifications),
  automatically_follow_topics_policy: oneOf([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: oneOf([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: flag(true),
  resolved_topic_notice_auto_read_policy: oneOf(['always', 'except_followed', 'never'], 'except_followed'),
  presence_enabled: flag(true, notifications),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false, { scope: 'personal' }),
  email_address_visibility: oneOf([1, 2, 3, 4, 5], 1),
  web_navigate_to_sent_message: flag(true),
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** All settings with their values. Read them by name; do not spread or iterate (`settingsOf`). */
export type UserSettings = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never
}

/** The stored settings: those that differ from the product's defaults. */
export type StoredSettings = Partial<UserSettings>

const DEFAULTS = Object.freeze(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])),
) as UserSettings

/** The product's defaults. All users without changes share this object. */
export const DEFAULT_SETTINGS: UserSettings = Object.freeze(Object.create(DEFAULTS))

/**
 * Creates settings from stored ones: an object whose own properties are the changed settings and which
 * inherits the defaults. Memory therefore grows with the changes alone, and its JSON is what is stored.
 */
export function settingsOf(stored: StoredSettings): UserSettings {
  const changed = Object.entries(stored).filter(([name, value]) => DEFAULTS[name as SettingName] !== value)
  if (changed.length === 0) return DEFAULT_SETTINGS
  const own = Object.getOwnPropertyDescriptors(Object.fromEntries(changed))
  return Object.freeze(Object.create(DEFAULTS, own))
}

/** The changes that differ from the settings. */
export function settingsChanged(
  settings: UserSettings,
  changes: StoredSettings,
): [name: SettingName, value: SettingValue][] {
  const given = Object.entries(changes) as [SettingName, SettingValue][]
  return given.filter(([name, value]) => settings[name] !== value)
}

/** The settings with changes applied. */
export function changeSettings(settings: UserSettings, changes: StoredSettings): UserSettings {
  return settingsOf({ ...settings, ...changes })
}

/** Every setting by its name, as a plain object. */
export function allSettings(settings: UserSettings): UserSettings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name]])) as UserSettings
}
