import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The reader's settings for this client, by the names of the wire. */
export type Settings = Registration['user_settings']

export const settings = slice<Settings>({
  from: ({ user_settings }) => user_settings,
  apply: (state, event) =>
    event.type === 'user_settings' && 'property' in event && String(event.property) in state
      ? { ...state, [event.property as string]: event.value }
      : state,
})

/** The settings with which new accounts begin, by the names of the wire. */
export type UserDefaults = Registration['realm_user_settings_defaults']

export const userDefaults = slice<UserDefaults>({
  from: ({ realm_user_settings_defaults }) => realm_user_settings_defaults,
  apply: (state, event) =>
    event.type === 'realm_user_settings_defaults' ? { ...state, [event.property]: event.value } : state,
})
