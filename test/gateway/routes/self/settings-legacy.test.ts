import { describe, expect, test } from 'vitest'
import {
  type LegacyFamily,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
} from '../../../../core/state/users/settings.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, ok, setUpStage, world } from '../stage.ts'

setUpStage()

const MODERN = { user_settings_object: true }
const DISPLAY = [
  ...[
    'color_scheme',
    'default_language',
    'demote_inactive_streams',
    'emojiset',
    'enable_drafts_synchronization',
  ],
  ...[
    'enter_sends',
    'fluid_layout_width',
    'high_contrast_mode',
    'left_side_userlist',
    'receives_typing_notifications',
  ],
  ...['starred_message_counts', 'translate_emoticons', 'twenty_four_hour_time', 'web_home_view'],
]
const NOTIFICATIONS = [
  ...[
    'desktop_icon_count_display',
    'email_notifications_batching_period_seconds',
    'enable_desktop_notifications',
  ],
  ...[
    'enable_digest_emails',
    'enable_login_emails',
    'enable_marketing_emails',
    'enable_offline_email_notifications',
  ],
  ...['enable_offline_push_notifications', 'enable_online_push_notifications', 'enable_sounds'],
  ...['enable_stream_audible_notifications', 'enable_stream_desktop_notifications'],
  ...['enable_stream_email_notifications', 'enable_stream_push_notifications'],
  ...['message_content_in_email_notifications', 'notification_sound', 'pm_content_in_desktop_notifications'],
  ...['presence_enabled', 'realm_name_in_email_notifications_policy', 'wildcard_mentions_notify'],
]
const register = (parameters: Parameters): Promise<Body> => ok(as('hamlet').post('/register', parameters))
const family = (which: LegacyFamily) =>
  SETTING_NAMES.filter((name) => (SETTINGS[name] as Setting).legacy === which).sort()

test('older clients know exactly these settings', () => {
  expect(family('display')).toEqual(DISPLAY)
  expect(family('notifications')).toEqual(NOTIFICATIONS)
})

describe('the register response', () => {
  const FIELDS = {
    update_display_settings: [...DISPLAY, 'emojiset_choices', 'timezone'],
    update_global_notifications: [...NOTIFICATIONS, 'available_notification_sounds'],
  }
  const all = Object.values(FIELDS).flat()
  const present = (answer: Body) => all.filter((name) => name in answer)

  test.each<[Parameters, string[]]>([
    [{}, all],
    [{ client_capabilities: MODERN }, []],
    [{ client_capabilities: { user_settings_object: false } }, all],
    [{ event_types: ['update_display_settings'] }, FIELDS.update_display_settings],
    [{ fetch_event_types: ['update_global_notifications'] }, FIELDS.update_global_notifications],
    [{ fetch_event_types: ['update_display_settings'], client_capabilities: MODERN }, []],
    [{ fetch_event_types: ['user_settings'] }, []],
    [{ event_types: ['update_display_settings'], fetch_event_types: [] }, []],
  ])('has flat fields for %j', async (parameters, fields) => {
    expect(present(await register(parameters))).toEqual(fields)
  })

  test('has the same values in the object and in the fields', async () => {
    await ok(as('hamlet').patch('/settings', { enter_sends: true, notification_sound: 'ding' }))
    const { user_settings, ...flat } = await register({})
    expect(flat).toMatchObject({ enter_sends: true, notification_sound: 'ding' })
    for (const name of all) expect(flat[name]).toEqual(user_settings[name])
    await ok(as('hamlet').patch('/settings', { enter_sends: false, notification_sound: 'zulip' }))
  })

  test('has the object and the defaults on request', async () => {
    const types = ['user_settings', 'realm_user_settings_defaults']
    const answer = await register({ event_types: types, client_capabilities: MODERN })
    const choices = ['available_notification_sounds', 'emojiset_choices']
    expect(Object.keys(answer.user_settings).sort()).toEqual(
      [...SETTING_NAMES, ...choices, 'timezone'].sort(),
    )
    expect(Object.keys(answer.realm_user_settings_defaults).sort()).toEqual(
      [...SETTING_NAMES, ...choices].sort(),
    )
    expect(answer.user_settings.available_notification_sounds).toContain(
      answer.user_settings.notification_sound,
    )
    expect(answer.user_settings.emojiset_choices).toContainEqual({ key: 'google', text: expect.any(String) })
    for (const type of types) expect(type in (await register({ event_types: ['message'] }))).toBe(false)
  })
})

describe('events', () => {
  const user = 'hamlet@demo.test'
  const modern = (property: string, value: unknown) => ({
    type: 'user_settings',
    op: 'update',
    property,
    value,
  })
  const display = (setting_name: string, setting: unknown) => ({
    type: 'update_display_settings',
    user,
    setting_name,
    setting,
  })
  const notification = (notification_name: string, setting: unknown) => ({
    type: 'update_global_notifications',
    user,
    notification_name,
    setting,
  })
  const LANGUAGE = { language_name: 'Français' }
  const changes = {
    high_contrast_mode: true,
    enable_sounds: false,
    default_language: 'fr',
    web_font_size_px: 18,
    timezone: 'Europe/Copenhagen',
  }
  const MODERN_EVENTS = [
    modern('timezone', 'Europe/Copenhagen'),
    modern('high_contrast_mode', true),
    modern('web_font_size_px', 18),
    { ...modern('default_language', 'fr'), ...LANGUAGE },
    modern('enable_sounds', false),
  ]
  const DISPLAY_EVENTS = [
    display('timezone', 'Europe/Copenhagen'),
    display('high_contrast_mode', true),
    { ...display('default_language', 'fr'), ...LANGUAGE },
  ]
  const ALL = [
    modern('timezone', 'Europe/Copenhagen'),
    display('timezone', 'Europe/Copenhagen'),
    modern('high_contrast_mode', true),
    display('high_contrast_mode', true),
    modern('web_font_size_px', 18),
    { ...modern('default_language', 'fr'), ...LANGUAGE },
    { ...display('default_language', 'fr'), ...LANGUAGE },
    modern('enable_sounds', false),
    notification('enable_sounds', false),
  ]
  const TYPES = ['user_settings', 'update_display_settings', 'update_global_notifications']

  test('are of the types that a client knows and requests', async () => {
    const cases: [string, Parameters, Body[]][] = [
      ['everything', {}, ALL],
      ['everything it knows', { client_capabilities: MODERN }, MODERN_EVENTS],
      ['all kinds', { event_types: [...TYPES, 'message'] }, ALL],
      [
        'all kinds, though modern',
        { event_types: [...TYPES, 'message'], client_capabilities: MODERN },
        MODERN_EVENTS,
      ],
      ['display', { event_types: ['update_display_settings', 'message'] }, DISPLAY_EVENTS],
      [
        'notifications',
        { event_types: ['update_global_notifications', 'message'] },
        [notification('enable_sounds', false)],
      ],
      [
        'old kinds, though modern',
        { event_types: [...TYPES.slice(1), 'message'], client_capabilities: MODERN },
        [],
      ],
      ['the modern kind', { event_types: ['user_settings', 'message'] }, MODERN_EVENTS],
      ['others', { event_types: ['message'] }, []],
    ]
    const readers = await Promise.all(
      cases.map(([, parameters]) => EventReader.start(as('hamlet'), parameters)),
    )
    await ok(as('hamlet').patch('/settings', changes))
    const marker = { type: 'direct', to: [world.userId('hamlet')], content: 'That was it.' }
    const { id } = await ok(as('iago').post('/messages', marker))
    for (const [n, reader] of readers.entries()) {
      await reader.waitFor((event) => event.message?.id === id)
      await reader.stop()
      const events = reader.events.filter((event) => TYPES.includes(event.type))
      expect({ [cases[n]![0]]: events.map(({ id: _, ...event }) => event) }).toEqual({
        [cases[n]![0]]: cases[n]![2],
      })
    }
    // One change is one entry of the log; each of its events has a separate id.
    const everything = readers[0]!.events.filter(
      (event) => event.property === 'enable_sounds' || event.notification_name,
    )
    expect(new Set(everything.map((event) => event.id)).size).toBe(everything.length)
  })
})
