import { z } from 'zod'
import { changeUserSettingsDefaults } from '../../core/realm/change-user-settings-defaults.ts'
import { changePersonalSettings } from '../../core/users/change-settings.ts'
import { SETTING_NAMES, type StoredSettings } from '../../core/users/settings.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { json } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { settingParameters } from '../wire/user-settings.ts'

export function settingsRoutes({ core }: Services): Endpoint[] {
  // spec.md PATCH /api/v1/settings: the two others are deprecated aliases.
  const personal = ['/settings', '/settings/display', '/settings/notifications'].map((path) =>
    endpoint({
      method: 'PATCH',
      path,
      access: 'person',
      summary: "Change one's own settings",
      params: settingParameters(),
      handler: ({ realm, user, params }) => changePersonalSettings(core, realm, user, given(params)),
    }),
  )
  const defaults = endpoint({
    method: 'PATCH',
    path: '/realm/user_settings_defaults',
    access: 'administrator',
    summary: 'Change the settings that new users begin with',
    params: {
      ...settingParameters('both'),
      // Without effect since feature level 364; older clients send it.
      dense_mode: json(z.boolean().optional()),
    },
    handler: ({ realm, params }) => changeUserSettingsDefaults(core, realm, given(params)),
  })
  return [...personal, defaults]
}

/** The settings among the parameters of a request. */
function given(params: Readonly<Record<string, unknown>>): StoredSettings {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  ) as StoredSettings
}
