import { z } from 'zod'
import type { LegacyFamily } from '../../core/state/users/settings.ts'
import { allSettings, SETTING_NAMES, SETTINGS, settingsJson } from '../../core/state/users/settings.ts'
import { JsonText } from '../http/reply/json-text.ts'
import { choices, choicesShape, settingFields } from '../wire/user-settings.ts'
import { type Shape, type Slice, type StateRequest, sharedSlice, slice } from './slice.ts'

const timezone = z
  .string()
  .describe('Your time zone, by its name in the time zone database. Empty when unknown.')

/** The members of `choices` as JSON text. */
const CHOICES = JSON.stringify(choices).slice(1, -1)

/** The reader's own settings (spec.md "User preference settings"). */
export const userSettings = slice({
  selectedBy: 'user_settings',
  response: {
    user_settings: z
      .object({ ...settingFields(SETTING_NAMES), timezone, ...choicesShape })
      .describe('Your settings.'),
  },
  read: ({ user }) => ({
    user_settings: new JsonText([
      `{${settingsJson(user.settings)},"timezone":${JSON.stringify(user.timezone)},${CHOICES}}`,
    ]),
  }),
})

/** The settings that new users start with. */
export const userSettingsDefaults = sharedSlice({
  selectedBy: 'realm_user_settings_defaults',
  response: {
    realm_user_settings_defaults: z
      .object({ ...settingFields(SETTING_NAMES), ...choicesShape })
      .describe('The settings that new users start with.'),
  },
  readShared: ({ record }) => ({
    realm_user_settings_defaults: { ...allSettings(record.userSettingsDefaults), ...choices },
  }),
})

/** spec.md "Deprecated display-settings fields of the register response". */
export const legacyDisplaySettings = legacySlice('update_display_settings', 'display', {
  emojiset_choices: choicesShape.emojiset_choices,
  timezone,
})
export const legacyNotificationSettings = legacySlice('update_global_notifications', 'notifications', {
  available_notification_sounds: choicesShape.available_notification_sounds,
})

function legacySlice(type: string, family: LegacyFamily, extraShape: Record<string, z.ZodType>): Slice {
  const names = SETTING_NAMES.filter((name) => SETTINGS[name].legacy === family)
  const response: Shape = { ...settingFields(names), ...extraShape }
  return slice({
    selectedBy: (request) =>
      requestsType(type, request) && request.capabilities.user_settings_object !== true,
    response,
    read: ({ user }) => {
      const extras = { ...choices, timezone: user.timezone }
      const others = Object.keys(extraShape).map(
        (name) => `"${name}":${JSON.stringify(extras[name as keyof typeof extras])}`,
      )
      return new JsonText([`{${[settingsJson(user.settings, names), ...others].join()}}`])
    },
  })
}

const requestsType = (type: string, { fetchEventTypes }: StateRequest): boolean =>
  fetchEventTypes === null || fetchEventTypes.includes(type)
