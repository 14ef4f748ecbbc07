import type { SettingName, UserSettings } from '../../core/state/users/settings.ts'

/** Notification settings of a subscription, and the user setting that each inherits while it is null. */
const INHERITED = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<string, SettingName>

type Inheriting = { readonly [Name in keyof typeof INHERITED]: boolean | null }

/** The user's own values in place of nulls, for clients without `notification_settings_null` (spec.md POST /register). */
export function withInherited<S extends Inheriting>(subscription: S, settings: UserSettings): S {
  const filled = Object.entries(INHERITED).map(([name, from]) => [
    name,
    subscription[name as keyof Inheriting] ?? settings[from],
  ])
  return { ...subscription, ...Object.fromEntries(filled) }
}

/** A number below 32 for the inherited values: users with the same number have the same values. */
export function inheritanceOf(settings: UserSettings): number {
  return Object.values(INHERITED).reduce((bits, name) => bits * 2 + Number(settings[name]), 0)
}
