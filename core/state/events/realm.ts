import { z } from 'zod'
import { settingsShape } from '../wire/realm-setting.ts'
import type { EventDeclarations } from './event.ts'

const EVERYONE = 'Everyone in the organization.'

/** Pictures of the organization, which `update_dict` contains in addition to settings. */
const images = {
  icon_url: z.string(),
  icon_source: z.string(),
  logo_url: z.string(),
  logo_source: z.string(),
  night_logo_url: z.string(),
  night_logo_source: z.string(),
}

const settingName = z.string().describe('The name of the setting.')

/** The organization itself. */
export const realmEvents = {
  'realm/update': {
    sentWhen: 'One setting of the organization changed.',
    receivedBy: EVERYONE,
    fields: { property: settingName, value: z.union([z.boolean(), z.int(), z.string()]).nullable() },
  },
  'realm/update_dict': {
    sentWhen: 'Several settings, a permission or a picture of the organization changed.',
    receivedBy: EVERYONE,
    fields: {
      property: z.string().describe('`default`, or the name of a picture: `icon`, `logo` or `night_logo`.'),
      data: z
        .object({ ...settingsShape, ...images, mandatory_topics: z.boolean() })
        .partial()
        .describe('The new values by their names.'),
    },
  },
  'realm/deactivated': {
    sentWhen: 'The organization was deactivated.',
    receivedBy: EVERYONE,
    fields: { realm_id: z.int() },
  },
  'realm_user_settings_defaults/update': {
    sentWhen: 'A default setting for new users changed.',
    receivedBy: EVERYONE,
    fields: { property: settingName, value: z.union([z.boolean(), z.int(), z.string()]) },
  },
} as const satisfies EventDeclarations
