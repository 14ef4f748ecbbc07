import type { SettingName, UserSettings } from '../../core/state/users/settings.ts'

/** Each notification setting of a subscription, with the user setting that it inherits while it is null. */
const INHERITED = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<string, SettingName>

const NAMES = Object.keys(INHERITED) as (keyof typeof INHERITED)[]

type NotificationSettings = { -readonly [Name in keyof typeof INHERITED]: boolean | null }

/**
 * Replaces nulls by the user's own values, for clients without `notification_settings_null` (spec.md POST
 * /register).
 */
export function withInherited<S extends NotificationSettings>(subscription: S, settings: UserSettings): S {
  const filled: NotificationSettings = { ...subscription }
  for (const name of NAMES) filled[name] ??= settings[INHERITED[name]]
  return filled as S
}

/**
 * The values that subscriptions inherit, as a bit set below 32. Equal numbers mean equal values, so it can be
 * a cache key.
 */
export function inheritanceOf(settings: UserSettings): number {
  return Object.values(INHERITED).reduce((bits, name) => bits * 2 + Number(settings[name]), 0)
}
