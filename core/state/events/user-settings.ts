import { z } from 'zod'
import { SETTING_NAMES } from '../users/settings.ts'
import type { EventDeclarations } from './event.ts'

const WHOSE = 'The user whose setting changed.'
const value = z.union([z.boolean(), z.int(), z.string()])
const languageName = z.string().optional().describe('The name of the language. Only for `default_language`.')

/** Personal settings, in the modern form and in the forms of before feature level 89. */
export const userSettingsEvents = {
  'user_settings/update': {
    sentWhen: 'A personal setting changed.',
    receivedBy: WHOSE,
    fields: {
      property: z.enum([...SETTING_NAMES, 'timezone']).describe('The name of the setting.'),
      value: value.describe('The new value.'),
      language_name: languageName,
    },
    logged: {
      /** The user's e-mail address, which is in the older forms. */
      _user: z.string(),
    },
    variesBy: ['user_settings_object', 'event_types'],
  },
  update_display_settings: {
    sentWhen: 'A display setting changed, and the client does not declare `user_settings_object`.',
    receivedBy: WHOSE,
    sent: {
      user: z.string().describe('The email address of the user.'),
      setting_name: z.string().describe('The name of the setting.'),
      setting: value.describe('The new value.'),
      language_name: languageName,
    },
    origin: 'gateway',
  },
  update_global_notifications: {
    sentWhen: 'A notification setting changed, and the client does not declare `user_settings_object`.',
    receivedBy: WHOSE,
    sent: {
      user: z.string().describe('The email address of the user.'),
      notification_name: z.string().describe('The name of the setting.'),
      setting: value.describe('The new value.'),
    },
    origin: 'gateway',
  },
} as const satisfies EventDeclarations
