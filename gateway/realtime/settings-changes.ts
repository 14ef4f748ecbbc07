import type { UserSettingsEvent } from '../../core/people/users/change-settings.ts'
import { SETTINGS } from '../../core/state/users/settings.ts'
import type { QueueFilter } from './queue-record.ts'

/**
 * A change of a setting as one client hears of it: in the modern form, and, unless it declared
 * `user_settings_object`, in the form of before feature level 89 too (spec.md POST /register).
 */
export function settingEvents(event: UserSettingsEvent, { eventTypes, capabilities }: QueueFilter): object[] {
  const { _user, ...modern } = event
  const forms = [modern, ...(capabilities.user_settings_object === true ? [] : legacy(event))]
  return forms.filter(({ type }) => eventTypes === null || eventTypes.includes(type))
}

/** None for what older clients do not know. */
function legacy({ property, value, language_name, _user }: UserSettingsEvent) {
  const family = property === 'timezone' ? 'display' : SETTINGS[property].legacy
  if (family === undefined) return []
  if (family === 'display') {
    const named = { setting_name: property, setting: value, ...(language_name && { language_name }) }
    return [{ type: 'update_display_settings', user: _user, ...named }]
  }
  return [{ type: 'update_global_notifications', user: _user, notification_name: property, setting: value }]
}
