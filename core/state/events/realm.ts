import { z } from 'zod'
import { registeredSettingsShape } from '../wire/realm-setting.ts'
import { type EventDeclarations, forSomeClients } from './event.ts'

const EVERYONE = 'Everyone in the organization.'

const UPLOADED = '`U` for an uploaded picture, `D` for the default one.'

/** Pictures of the organization, which `update_dict` contains in addition to settings. */
const images = {
  icon_url: z.string().describe('The address of the icon.'),
  icon_source: z.string().describe(`${UPLOADED} \`G\` for one of Gravatar.`),
  logo_url: z.string().describe('The address of the logo.'),
  logo_source: z.string().describe(UPLOADED),
  night_logo_url: z.string().describe('The address of the logo for the dark theme.'),
  night_logo_source: z.string().describe(UPLOADED),
}

const mandatory_topics = z.boolean().describe('Deprecated: whether `topics_policy` is `disable_empty_topic`.')
const settingName = z.string().describe('The name of the setting.')

const settingValue = z.union([z.boolean(), z.int(), z.string()])
const NEW_VALUE = 'The new value of the setting, as `POST /register` has it.'

/** The organization itself. */
export const realmEvents = {
  'realm/update': {
    sentWhen: 'One setting of the organization changed.',
    receivedBy:
      'Everyone in the organization; of the settings of `GET /realm/own_settings`, clients with `own_settings`.',
    fields: { property: settingName, value: settingValue.nullable().describe(NEW_VALUE) },
    logged: forSomeClients,
    variesBy: ['own_settings'],
  },
  'realm/update_dict': {
    sentWhen: 'Several settings, a permission or a picture of the organization changed.',
    receivedBy: EVERYONE,
    fields: {
      property: z.string().describe('`default`, or the name of a picture: `icon`, `logo` or `night_logo`.'),
      data: z
        .object({ ...registeredSettingsShape, ...images, mandatory_topics })
        .partial()
        .describe('The new values by their names.'),
    },
  },
  'realm/deactivated': {
    sentWhen: 'The organization was deactivated.',
    receivedBy: EVERYONE,
    fields: { realm_id: z.int().describe('The id of the organization.') },
  },
  'realm_user_settings_defaults/update': {
    sentWhen: 'A default setting for new users changed.',
    receivedBy: EVERYONE,
    fields: { property: settingName, value: settingValue.describe(NEW_VALUE) },
  },
} as const satisfies EventDeclarations
