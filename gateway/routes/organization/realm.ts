import { z } from 'zod'
import {
  MAX_REALM_DELETION_DELAY_DAYS,
  MAX_REALM_NAME_LENGTH,
  MAX_WELCOME_TEXT_LENGTH,
  MIN_DEACTIVATED_REALM_DELETION_DAYS,
} from '../../../config/limits.ts'
import { emptyMessage } from '../../../core/content/messages/errors.ts'
import {
  changeRealmSettings,
  type GivenSettings,
} from '../../../core/organization/settings/change-settings.ts'
import { deactivateRealm } from '../../../core/organization/settings/deactivate.ts'
import {
  badSettingValue,
  deletionTooLate,
  deletionTooSoon,
  invalidAuthenticationMethod,
  invalidCharactersIn,
  invalidLanguage,
  invalidSettingChoice,
  invalidSettingOption,
  noAuthenticationMethod,
  tooLarge,
  tooSmall,
} from '../../../core/organization/settings/errors.ts'
import { noWayLeft } from '../../../core/people/authentication/providers/errors.ts'
import { tryOutWelcomeText } from '../../../core/people/welcome/try-out.ts'
import { cannotBeBlank, notAn, tooLong } from '../../../core/platform/errors.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { groupSettingMismatch, systemGroupRequired } from '../../../core/state/groups/errors.ts'
import { mustBeOwner } from '../../../core/state/realm/errors.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { OWN_SETTINGS, type OwnSettingName } from '../../../core/state/settings/own-settings.ts'
import type { Setting } from '../../../core/state/settings/setting.ts'
import { REALM_SETTINGS, type RealmSettings } from '../../../core/state/settings/settings.ts'
import { ownSettingsShape, settingsShape } from '../../../core/state/wire/realm-setting.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, text } from '../../http/endpoint/parameter.ts'
import { settingsParameters } from '../../wire/realm-setting.ts'
import { groupSettingErrors } from '../../wire/shared-errors.ts'

const settings = Object.entries<Setting>(REALM_SETTINGS)

export function realmRoutes() {
  return [
    endpoint({
      method: 'PATCH',
      path: '/realm',
      access: 'administrator',
      summary: 'Change settings of the organization',
      description:
        'All given settings are changed, or none. Everyone gets an event `realm` for each setting that is different; the response has these settings. A permission is a group or a set of users and groups, as `new`; with `old`, the change is refused when the current value is another one.',
      params: settingsParameters,
      response: z.object(settingsShape).partial().shape,
      errors: [
        when('One of the settings may be changed by owners only.', mustBeOwner()),
        when('A limit is neither positive nor `unlimited`.', badSettingValue('message_retention_days', '0')),
        when(
          'A code or text is not one of the values of the setting.',
          invalidSettingChoice('digest_weekday', [0, 1, 2, 3, 4, 5, 6]),
        ),
        when(
          '`video_chat_provider` or `giphy_rating` is not one of the options in the answer of `POST /register`.',
          invalidSettingOption('giphy_rating', 9, [0, 1, 2, 3, 4, 5]),
        ),
        when('The language is not one of this server.', invalidLanguage('klingon')),
        when('A number is smaller than the setting allows.', tooSmall('waiting_period_threshold')),
        when('A number is larger than the setting allows.', tooLarge('waiting_period_threshold')),
        when('The name is blank.', cannotBeBlank('name')),
        when('A text is too long.', tooLong('name', MAX_REALM_NAME_LENGTH)),
        when('The name has an invisible character.', invalidCharactersIn('name')),
        when(
          '`jitsi_server_url` is neither an http address nor `default`, or is too long.',
          notAn('jitsi_server_url', 'allowed_type'),
        ),
        when('The channel does not exist or is archived, or you may not read it.', invalidChannelId()),
        when('A way to log in is not one of this server.', invalidAuthenticationMethod('Carrier', "'Email'")),
        when('No way to log in would be left.', noAuthenticationMethod()),
        when('No way to log in that you have used before would be left.', noWayLeft()),
        ...groupSettingErrors,
        when('The permission must be a system group.', systemGroupRequired('can_access_all_users_group')),
        when('The current value of a permission is not `old`.', groupSettingMismatch()),
      ],
      handler: ({ caller, params }) => changeRealmSettings(caller, givenOf(params)),
    }),
    endpoint({
      method: 'GET',
      path: '/realm/own_settings',
      access: 'user',
      summary: 'Get the settings that only this server has',
      description:
        'Other servers of this interface lack these settings, so `POST /register` has none of them. `PATCH /realm` changes them. A client that declares the capability `own_settings` gets an event `realm` of the operation `update` for each change.',
      response: ownSettingsShape,
      handler: ({ realm }) => ownSettingsOf(realm),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/test_welcome_bot_custom_message',
      access: 'administrator',
      summary: "Send yourself the welcome bot's custom message as a preview",
      params: {
        welcome_message_custom_text: form(text(MAX_WELCOME_TEXT_LENGTH), {
          description: 'The text to preview, in Markdown. It is not stored.',
          example: 'Welcome to the theatre!',
        }),
      },
      response: {
        message_id: z.int().describe('The id of the direct message that the welcome bot sent you.'),
      },
      errors: [
        when('The text is empty.', emptyMessage()),
        when('The text is too long.', tooLong('welcome_message_custom_text', MAX_WELCOME_TEXT_LENGTH)),
      ],
      handler: async ({ caller, params }) => ({
        message_id: await tryOutWelcomeText(caller, params.welcome_message_custom_text),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/deactivate',
      access: 'owner',
      summary: 'Deactivate the organization',
      description:
        'Everyone gets the event `realm` with the operation `deactivated`. Then the server refuses all requests and ends all event queues. The owners get a mail. An operator can reactivate the organization until its data are deleted.',
      params: {
        deletion_delay_days: json(z.int().nullable().optional(), {
          description: `After how many days the messages, files and accounts are deleted, from ${MIN_DEACTIVATED_REALM_DELETION_DAYS} to ${MAX_REALM_DELETION_DELAY_DAYS}. Null or absent: never.`,
          example: 30,
        }),
      },
      errors: [
        when('You are not an owner.', mustBeOwner()),
        when('The number of days is too small.', deletionTooSoon(MIN_DEACTIVATED_REALM_DELETION_DAYS)),
        when('The number of days is too large.', deletionTooLate(MAX_REALM_DELETION_DELAY_DAYS)),
      ],
      handler: ({ caller, params }) => deactivateRealm(caller, params.deletion_delay_days ?? null),
    }),
  ] as const
}

const OWN_NAMES = Object.keys(OWN_SETTINGS) as readonly OwnSettingName[]

const ownSettingsOf = ({ record: { settings } }: RealmState) =>
  Object.fromEntries(OWN_NAMES.map((name) => [name, settings[name]])) as Pick<RealmSettings, OwnSettingName>

/** The settings that the request gives, under their main names. */
function givenOf(params: Readonly<Record<string, unknown>>): GivenSettings {
  const given = settings.map(([name, { twin }]) => [name, params[name] ?? (twin && params[twin])])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
