import { z } from 'zod'
import { changeUserSettingsDefaults } from '../../core/organization/settings/change-user-settings-defaults.ts'
import { changeOwnAccount } from '../../core/people/users/change-own.ts'
import { weakPassword, wrongPassword } from '../../core/people/users/errors.ts'
import { isTimezone } from '../../core/people/users/timezone.ts'
import { SETTING_NAMES, type StoredSettings } from '../../core/state/users/settings.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, json, line } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { settingParameters } from '../wire/user-settings.ts'

const account = {
  full_name: form(line().optional()),
  email: form(line().optional()),
  old_password: form(line().optional()),
  new_password: form(line().optional()),
  timezone: form(line().refine(isTimezone, 'Invalid {var_name}').optional()),
}

export function settingsRoutes({ core }: Services) {
  // spec.md PATCH /api/v1/settings: the other two paths are deprecated aliases.
  const personal = (['/settings', '/settings/display', '/settings/notifications'] as const).map((path) =>
    endpoint({
      method: 'PATCH',
      path,
      access: 'person',
      summary: 'Change your settings, name, email address and password',
      params: { ...account, ...settingParameters() },
      errors: [wrongPassword(), weakPassword()],
      handler: async (call) => {
        const { realm, user } = call
        const params: Given<typeof account> = call.params
        if (params.new_password) await call.countAuthenticationAttempt(user.deliveryEmail)
        await changeOwnAccount(
          { core, realm, user },
          {
            settings: settingsIn(call.params),
            timezone: params.timezone,
            fullName: params.full_name,
            email: params.email,
            oldPassword: params.old_password,
            newPassword: params.new_password,
          },
        )
        if (params.new_password) await call.forgiveAuthenticationAttempts(user.deliveryEmail)
      },
    }),
  )
  const defaults = endpoint({
    method: 'PATCH',
    path: '/realm/user_settings_defaults',
    access: 'administrator',
    summary: 'Change the default settings of new users',
    params: {
      ...settingParameters('both'),
      // Older clients send it; it has had no effect since feature level 364.
      dense_mode: json(z.boolean().optional()),
    },
    handler: ({ caller, params }) => changeUserSettingsDefaults(caller, settingsIn(params)),
  })
  return [...personal, defaults] as const
}

type Given<P> = { readonly [Name in keyof P]?: string }

/** The settings among the parameters of a request. */
function settingsIn(params: Readonly<Record<string, unknown>>): StoredSettings {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  ) as StoredSettings
}
