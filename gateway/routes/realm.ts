import { z } from 'zod'
import { emptyMessage } from '../../core/content/messages/errors.ts'
import { changeRealmSettings, type GivenSettings } from '../../core/organization/settings/change-settings.ts'
import { deactivateRealm } from '../../core/organization/settings/deactivate.ts'
import { badSettingValue } from '../../core/organization/settings/errors.ts'
import { tryOutWelcomeText } from '../../core/people/welcome/try-out.ts'
import { mustBeOwner } from '../../core/state/realm/errors.ts'
import type { Setting } from '../../core/state/realm/setting.ts'
import { REALM_SETTINGS } from '../../core/state/realm/settings.ts'
import { settingsShape } from '../../core/state/wire/realm-setting.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, text } from '../http/parameter.ts'
import { settingsParameters } from '../wire/realm-setting.ts'

const settings = Object.entries<Setting>(REALM_SETTINGS)

export function realmRoutes() {
  return [
    endpoint({
      method: 'PATCH',
      path: '/realm',
      access: 'administrator',
      summary: 'Change settings of the organization',
      params: settingsParameters,
      response: z.object(settingsShape).partial().shape,
      errors: [mustBeOwner(), badSettingValue('message_retention_days', '0')],
      handler: ({ caller, params }) => changeRealmSettings(caller, givenOf(params)),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/test_welcome_bot_custom_message',
      access: 'administrator',
      summary: "Send yourself the welcome bot's custom message as a preview",
      params: { welcome_message_custom_text: form(text()) },
      response: { message_id: z.int() },
      errors: [emptyMessage()],
      handler: async ({ caller, params }) => ({
        message_id: await tryOutWelcomeText(caller, params.welcome_message_custom_text),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/deactivate',
      access: 'owner',
      summary: 'Deactivate the organization without deleting its data',
      errors: [mustBeOwner()],
      handler: ({ caller }) => deactivateRealm(caller),
    }),
  ] as const
}

/** The settings that the request gives, under their main names. */
function givenOf(params: Readonly<Record<string, unknown>>): GivenSettings {
  const given = settings.map(([name, { twin }]) => [name, params[name] ?? (twin && params[twin])])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
