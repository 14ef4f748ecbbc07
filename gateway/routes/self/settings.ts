import { z } from 'zod'
import { MAX_FULL_NAME_LENGTH, PASSWORD_MAX_LENGTH } from '../../../config/limits.ts'
import { changeUserSettingsDefaults } from '../../../core/organization/settings/change-user-settings-defaults.ts'
import { changeOwnAccount } from '../../../core/people/accounts/change-own.ts'
import {
  addressRefused,
  alreadyHasAccount,
  emailChangesDisabled,
  weakPassword,
  wrongPassword,
} from '../../../core/people/users/errors.ts'
import { isTimezone } from '../../../core/people/users/timezone.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import { pastedAddress } from '../../../core/state/realm/email.ts'
import { SETTING_NAMES, type StoredSettings } from '../../../core/state/users/settings.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, line } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { fullNameErrors, staleLogIn } from '../../wire/shared-errors.ts'
import { settingParameters } from '../../wire/user-settings.ts'

const account = {
  full_name: form(line(MAX_FULL_NAME_LENGTH).optional(), {
    description: 'Your new name. It is ignored where the organization lets only administrators change names.',
    example: 'Ophelia',
  }),
  email: form(line().optional(), {
    description: 'Your new email address. It changes when you follow the link that is mailed to it.',
    example: 'ophelia@example.com',
  }),
  old_password: form(line().optional(), {
    description: 'Your current password, needed with `new_password`.',
    example: 'to be or not to be',
  }),
  new_password: form(line().optional(), {
    description: 'Your new password. The change ends all your sessions in browsers; the API key stays.',
    example: 'the rest is silence',
  }),
  timezone: form(line().refine(isTimezone, 'Invalid {var_name}').optional(), {
    description: 'Your time zone, by its name in the IANA database, in any case. Others see your local time.',
    example: 'Europe/Copenhagen',
  }),
}

export function settingsRoutes({ core }: Services) {
  // spec.md PATCH /api/v1/settings: the other two paths are deprecated aliases.
  const personal = (['/settings', '/settings/display', '/settings/notifications'] as const).map((path) =>
    endpoint({
      method: 'PATCH',
      path,
      access: 'person',
      summary: 'Change your settings, name, email address and password',
      description:
        path === '/settings'
          ? 'All given values are changed, or none; absent parameters stay as they are. Your clients get the event `user_settings` for each setting that is different, and everyone who may see you the event `realm_user` for a new name or time zone.'
          : 'Deprecated: the same as `PATCH /settings`.',
      params: { ...account, ...settingParameters() },
      errors: [
        when('The old password is wrong.', wrongPassword()),
        when('The new password is too short or easy to guess.', weakPassword()),
        when('The new password is too long.', tooLong('New password', PASSWORD_MAX_LENGTH)),
        when('The organization does not let you change your email address.', emailChangesDisabled()),
        when(
          'The organization does not allow the domain of the email address.',
          addressRefused('other-domain'),
        ),
        when('Another account has the email address.', alreadyHasAccount()),
        ...fullNameErrors,
        staleLogIn,
      ],
      handler: async (call) => {
        const { realm, user } = call
        const params: Given<typeof account> = call.params
        const isOtherAddress = Boolean(params.email) && pastedAddress(params.email!) !== user.deliveryEmail
        if (isOtherAddress && call.session !== undefined) await call.requireFreshLogIn()
        if (params.new_password) await call.countAuthenticationAttempt(user.deliveryEmail)
        const email = params.email === undefined ? undefined : pastedAddress(params.email)
        if (email && email !== user.deliveryEmail) await call.countRequestedMail('change', email)
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
    description:
      'Users who exist keep their settings. Everyone gets the event `realm_user_settings_defaults` for each default that is different.',
    params: {
      ...settingParameters('both'),
      // Older clients send it; it has had no effect since feature level 364.
      dense_mode: json(z.boolean().optional(), {
        description: 'Deprecated: it has no effect.',
        example: true,
      }),
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
