import type { UserSettingsEvent } from '../../../core/people/accounts/change-settings.ts'
import { SETTINGS } from '../../../core/state/users/settings.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

/**
 * A change of a setting in the current form. A client without `user_settings_object` also receives the form
 * from before feature level 89 (spec.md POST /register).
 */
export const userSettingsVariants: Variants<UserSettingsEvent> = {
  otherTypes: ['update_display_settings', 'update_global_notifications'],
  isFor: (event, filter) => formsFor(event, filter).length > 0,
  numberFor: () => undefined,
  make: (event, filter) => formsFor(event, filter),
}

function formsFor(event: UserSettingsEvent, { eventTypes, capabilities }: QueueFilter): object[] {
  const forms = [event, ...(capabilities.user_settings_object === true ? [] : legacy(event))]
  return forms.filter(({ type }) => eventTypes === null || eventTypes.includes(type))
}

/** Returns the form from before feature level 89, or nothing for a setting that had none. */
function legacy({ property, value, language_name, _user }: UserSettingsEvent) {
  const family = property === 'timezone' ? 'display' : SETTINGS[property].legacy
  if (family === undefined) return []
  if (family === 'display') {
    const named = { setting_name: property, setting: value, ...(language_name && { language_name }) }
    return [{ type: 'update_display_settings', user: _user, ...named }]
  }
  return [{ type: 'update_global_notifications', user: _user, notification_name: property, setting: value }]
}
