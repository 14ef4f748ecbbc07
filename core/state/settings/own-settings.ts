import * as s from './setting.ts'

/**
 * Settings of an organization that other servers of the interface lack. GET /realm/own_settings returns them
 * instead of POST /register, and only clients with the capability `own_settings` get their events.
 */
export const OWN_SETTINGS = {
  two_factor_required_role: s.code(
    'Who needs a second factor: 100 owners, 200 also administrators, 300 also moderators, 400 also members, 600 also guests; 0 nobody.',
    0,
    [0, 100, 200, 300, 400, 600],
    { by: 'owner' },
  ),
  two_factor_grace_days: s.integer(
    'The number of days in which people set up a second factor, after it is required or after they join.',
    7,
    0,
    { by: 'owner' },
  ),
  two_factor_required_since: s.integer(
    'When `two_factor_required_role` last included more people, in Unix seconds.',
    0,
    0,
    { isFixed: true },
  ),
  session_length_hours: s.integer(
    'After how many hours a session in a browser ends, so that the person logs in again; 0 for no limit. API keys stay.',
    0,
    0,
    { by: 'owner' },
  ),
  session_idle_minutes: s.integer(
    'After how many minutes without use a session in a browser ends; 0 for the time that the operator has set. API keys stay.',
    0,
    0,
    { by: 'owner' },
  ),
  sessions_ended_at: s.integer(
    'When an administrator last ended the sessions of everybody, in Unix seconds; 0 for never.',
    0,
    0,
    { isFixed: true },
  ),
} satisfies Record<string, s.Setting>

export type OwnSettingName = keyof typeof OWN_SETTINGS

export const isOwnSetting = (name: string): name is OwnSettingName => Object.hasOwn(OWN_SETTINGS, name)
