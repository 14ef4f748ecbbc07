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

/** The organization itself. */
export const realmEvents = {
  'realm/update': {
    receivedBy: EVERYONE,
    fields: { property: z.string(), value: z.union([z.boolean(), z.int(), z.string()]).nullable() },
  },
  'realm/update_dict': {
    receivedBy: EVERYONE,
    fields: {
      property: z.string(),
      data: z.object({ ...settingsShape, ...images, mandatory_topics: z.boolean() }).partial(),
    },
  },
  'realm/deactivated': { receivedBy: EVERYONE, fields: { realm_id: z.int() } },
  'realm_user_settings_defaults/update': {
    receivedBy: EVERYONE,
    fields: { property: z.string(), value: z.union([z.boolean(), z.int(), z.string()]) },
  },
} as const satisfies EventDeclarations
