import { LANGUAGES, type Language } from '../../platform/text/languages.ts'

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
  /** The meaning of the setting, in sentences for the API reference. */
  readonly description: string
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

const flag = (description: string, initial: boolean, options: Options = {}): Setting<boolean> => ({
  description,
  default: initial,
  scope: 'both',
  ...options,
})
const oneOf = <const V extends number | string>(
  description: string,
  values: readonly V[],
  initial: NoInfer<V>,
  options: Options = {},
): Setting<V> => ({ description, default: initial, values, scope: 'both', ...options })
const within = (
  description: string,
  min: number,
  max: number,
  initial: number,
  options: Options = {},
): Setting<number> => ({
  description,
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
  twenty_four_hour_time: flag('Whether times are shown with 24 hours.', false, display),
  web_mark_read_on_scroll_policy: oneOf(
    'When the web client marks messages as read while the user scrolls: 1 always, 2 only in views of one conversation, 3 never.',
    [1, 2, 3],
    1,
    { scope: 'personal' },
  ),
  web_channel_default_view: oneOf(
    'What a click on a channel opens in the web client: 1 the top topic, 2 the feed of the channel, 3 the list of topics, 4 the top unread topic.',
    [1, 2, 3, 4],
    1,
  ),
  starred_message_counts: flag('Whether clients show the number of starred messages.', true, display),
  receives_typing_notifications: flag(
    'Whether the user is shown who is typing. Without it, the server sends the user no typing events.',
    true,
    display,
  ),
  web_suggest_update_timezone: flag(
    'Whether the web client offers to change the time zone when the device has another one.',
    true,
    { scope: 'personal' },
  ),
  fluid_layout_width: flag('Whether the web client uses the full width of wide screens.', false, display),
  high_contrast_mode: flag('Whether clients show stronger contrasts.', false, display),
  web_font_size_px: within('The font size of the web client in pixels.', 1, 1000, 16),
  web_line_height_percent: within(
    'The line height of the web client in percent of the font size.',
    1,
    1000,
    140,
  ),
  color_scheme: oneOf('The color scheme: 1 as the device has it, 2 dark, 3 light.', [1, 2, 3], 1, display),
  translate_emoticons: flag(
    'Whether emoticons such as `:)` become emoji in messages that the user sends.',
    false,
    display,
  ),
  display_emoji_reaction_users: flag(
    'Whether clients show the names of users who reacted, instead of a number, when they are few.',
    true,
  ),
  default_language: oneOf(
    "The code of the user's language, for clients and emails.",
    Object.keys(LANGUAGES) as Language[],
    'en',
    { ...display, scope: 'personal' },
  ),
  web_home_view: oneOf(
    'The first view of the web client: `recent_topics` recent conversations, `inbox` the inbox, `all_messages` all messages.',
    ['recent_topics', 'inbox', 'all_messages'],
    'inbox',
    display,
  ),
  web_escape_navigates_to_home_view: flag('Whether the Esc key opens the home view in the web client.', true),
  left_side_userlist: flag(
    'Whether the web client shows the list of users at the left in narrow windows.',
    false,
    display,
  ),
  emojiset: oneOf(
    'The emoji set in which clients draw emoji: `google`, `google-blob`, `twitter`, or `text` for names. `vendora`, `vendora-blob` and `vendorb` stand for the first three.',
    [...EMOJI_SETS.map((set) => set.key), ...NEUTRAL_EMOJI_SETS],
    'google',
    display,
  ),
  demote_inactive_streams: oneOf(
    'Whether clients list inactive channels apart: 1 when there are many channels, 2 always, 3 never.',
    [1, 2, 3],
    1,
    display,
  ),
  user_list_style: oneOf(
    'What the list of users shows: 1 names, 2 also statuses, 3 also avatars.',
    [1, 2, 3],
    2,
  ),
  web_animate_image_previews: oneOf(
    'When the web client plays animated images in previews: `always`, `on_hover` while the pointer is on them, `never`.',
    ['always', 'on_hover', 'never'],
    'on_hover',
  ),
  web_stream_unreads_count_display_policy: oneOf(
    'Which channels show the number of unread messages: 1 all, 2 channels and topics that are not muted, 3 none.',
    [1, 2, 3],
    2,
  ),
  hide_ai_features: flag('Whether clients hide features that use artificial intelligence.', false, {
    scope: 'personal',
  }),
  web_left_sidebar_show_channel_folders: flag(
    'Whether the web client groups channels by folders in the left sidebar.',
    true,
  ),
  web_left_sidebar_unreads_count_summary: flag(
    'Whether the web client shows sums of unread messages in the left sidebar.',
    true,
  ),
  enter_sends: flag(
    'Whether the Enter key sends a message, instead of beginning a new line.',
    false,
    display,
  ),
  enable_drafts_synchronization: flag(
    'Whether drafts are stored on the server. The change to false deletes all stored drafts of the user, without events.',
    true,
    display,
  ),
  enable_stream_desktop_notifications: flag(
    'Whether the user gets desktop notifications for messages to channels. Each channel can have its own setting.',
    false,
    notifications,
  ),
  enable_stream_email_notifications: flag(
    'Whether the user gets emails for messages to channels. Each channel can have its own setting.',
    false,
    notifications,
  ),
  enable_stream_push_notifications: flag(
    'Whether the user gets mobile notifications for messages to channels. Each channel can have its own setting.',
    false,
    notifications,
  ),
  enable_stream_audible_notifications: flag(
    'Whether messages to channels play a sound. Each channel can have its own setting.',
    false,
    notifications,
  ),
  notification_sound: oneOf(
    'The name of the sound of notifications; `none` plays nothing.',
    [...NOTIFICATION_SOUNDS, 'none'],
    'zulip',
    {
      ...notifications,
      refusal: "Invalid notification sound '{value}'",
    },
  ),
  enable_desktop_notifications: flag(
    'Whether the user gets desktop notifications for direct messages and mentions.',
    true,
    notifications,
  ),
  enable_sounds: flag('Whether direct messages and mentions play a sound.', true, notifications),
  enable_followed_topic_desktop_notifications: flag(
    'Whether the user gets desktop notifications for messages in followed topics.',
    true,
  ),
  enable_followed_topic_email_notifications: flag(
    'Whether the user gets emails for messages in followed topics.',
    true,
  ),
  enable_followed_topic_push_notifications: flag(
    'Whether the user gets mobile notifications for messages in followed topics.',
    true,
  ),
  enable_followed_topic_audible_notifications: flag(
    'Whether messages in followed topics play a sound.',
    true,
  ),
  // At most a week.
  email_notifications_batching_period_seconds: within(
    'How long the server waits before it sends an email about messages, in seconds. Messages that arrive meanwhile are in the same email.',
    1,
    604_800,
    120,
    {
      ...notifications,
      refusal: 'Invalid email batching period: {value} seconds',
    },
  ),
  enable_offline_email_notifications: flag(
    'Whether the user gets emails for direct messages and mentions while offline.',
    true,
    notifications,
  ),
  enable_offline_push_notifications: flag(
    'Whether the user gets mobile notifications for direct messages and mentions while offline.',
    true,
    notifications,
  ),
  enable_online_push_notifications: flag(
    'Whether the user gets mobile notifications also while online.',
    true,
    notifications,
  ),
  enable_digest_emails: flag(
    'Whether the user gets a digest by email after being away.',
    true,
    notifications,
  ),
  enable_marketing_emails: flag('Whether the user gets marketing emails. This server sends none.', true, {
    ...notifications,
    scope: 'personal',
  }),
  enable_login_emails: flag('Whether the user gets an email after a log-in from a new device.', true, {
    ...notifications,
    scope: 'personal',
  }),
  message_content_in_email_notifications: flag(
    'Whether emails about messages contain their text. The organization can forbid it.',
    true,
    notifications,
  ),
  pm_content_in_desktop_notifications: flag(
    'Whether desktop notifications show the text of direct messages.',
    true,
    notifications,
  ),
  wildcard_mentions_notify: flag(
    'Whether mentions of everyone, such as `@**all**`, notify like a mention of the user.',
    true,
    notifications,
  ),
  enable_followed_topic_wildcard_mentions_notify: flag(
    'Whether mentions of everyone in followed topics notify like a mention of the user.',
    true,
  ),
  desktop_icon_count_display: oneOf(
    'What the number at the icon of the app counts: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 nothing.',
    [1, 2, 3, 4],
    1,
    notifications,
  ),
  realm_name_in_email_notifications_policy: oneOf(
    'Whether the subject of emails names the organization: 1 when the user is in several organizations, 2 always, 3 never.',
    [1, 2, 3],
    1,
    notifications,
  ),
  automatically_follow_topics_policy: oneOf(
    'Which topics the user follows automatically: 1 those with a message or a reaction of the user, 2 those with a message of the user, 3 those that the user started, 4 none.',
    [1, 2, 3, 4],
    3,
  ),
  automatically_unmute_topics_in_muted_streams_policy: oneOf(
    'Which topics of muted channels are unmuted automatically: 1 those with a message or a reaction of the user, 2 those with a message of the user, 3 those that the user started, 4 none.',
    [1, 2, 3, 4],
    2,
  ),
  automatically_follow_topics_where_mentioned: flag(
    'Whether the user follows topics automatically where somebody mentions the user.',
    true,
  ),
  resolved_topic_notice_auto_read_policy: oneOf(
    'In which topics the notice that a topic was resolved arrives as read: `always` in all, `except_followed` in those that the user does not follow, `never` in none.',
    ['always', 'except_followed', 'never'],
    'except_followed',
  ),
  presence_enabled: flag('Whether others see when the user is online.', true, notifications),
  send_private_typing_notifications: flag('Whether others see that the user types a direct message.', true),
  send_stream_typing_notifications: flag(
    'Whether others see that the user types a message to a channel.',
    true,
  ),
  send_read_receipts: flag('Whether others see that the user has read a message.', true),
  allow_private_data_export: flag(
    'Whether exports by administrators may include private data of the user, such as direct messages.',
    false,
    { scope: 'personal' },
  ),
  email_address_visibility: oneOf(
    "Who sees the user's real email address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. Others see an address that the server made.",
    [1, 2, 3, 4, 5],
    1,
  ),
  web_navigate_to_sent_message: flag(
    'Whether the web client opens the conversation to which the user has sent a message.',
    true,
  ),
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
 * inherits the defaults. Memory therefore grows with the changes alone, and its JSON is the stored form.
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

/** JSON text of each setting with its default value. */
const DEFAULT_MEMBERS: ReadonlyMap<SettingName, string> = new Map(
  SETTING_NAMES.map((name) => [name, memberOf(name, DEFAULTS[name])]),
)

/** The members of a JSON object with settings, as `JSON.stringify` writes them, without the braces. */
export function settingsJson(settings: UserSettings, names: readonly SettingName[] = SETTING_NAMES): string {
  let text = ''
  for (const name of names) {
    const member = Object.hasOwn(settings, name) ? memberOf(name, settings[name]) : DEFAULT_MEMBERS.get(name)!
    text = text === '' ? member : `${text},${member}`
  }
  return text
}

function memberOf(name: SettingName, value: SettingValue): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`
}
