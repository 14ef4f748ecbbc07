import { z } from 'zod'
import { SETTING_NAMES } from '../users/settings.ts'
import type { EventDeclarations } from './event.ts'

const WHOSE = 'The user whose setting changed.'
const value = z.union([z.boolean(), z.int(), z.string()])

/** Personal settings, in the modern form and in the forms of before feature level 89. */
export const userSettingsEvents = {
  'user_settings/update': {
    receivedBy: WHOSE,
    fields: { property: z.enum([...SETTING_NAMES, 'timezone']), value, language_name: z.string().optional() },
    logged: {
      /** The user's e-mail address, which is in the older forms. */
      _user: z.string(),
    },
    variesBy: ['user_settings_object', 'event_types'],
  },
  update_display_settings: {
    receivedBy: WHOSE,
    sent: {
      user: z.string(),
      setting_name: z.string(),
      setting: value,
      language_name: z.string().optional(),
    },
    origin: 'gateway',
  },
  update_global_notifications: {
    receivedBy: WHOSE,
    sent: { user: z.string(), notification_name: z.string(), setting: value },
    origin: 'gateway',
  },
} as const satisfies EventDeclarations
