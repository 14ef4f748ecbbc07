import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'
import {
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
} from '../../../../core/state/users/settings.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { newcomer } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const rule = (name: SettingName): Setting => SETTINGS[name]
const own = async (name: string, parameters: Parameters = {}): Promise<Body> =>
  (await ok(as(name).post('/register', { event_types: ['user_settings'], ...parameters }))).user_settings
const defaults = async (): Promise<Body> =>
  (await ok(as('iago').post('/register', { event_types: ['realm_user_settings_defaults'] })))
    .realm_user_settings_defaults
const MODERN = { user_settings_object: true }

/** All values of a setting, or the bounds of a large range; the last value is the product's default. */
function valuesOf(name: SettingName): unknown[] {
  const { values, min, max, default: initial } = rule(name)
  const all = values ?? (typeof initial === 'boolean' ? [true, false] : [min, max])
  return [...all.filter((value) => value !== initial), initial]
}

/** Invalid values and their errors. */
function wrongFor(name: SettingName): [unknown, string][] {
  const { values, min, max, refusal, default: initial } = rule(name)
  if (typeof initial === 'boolean') {
    return [
      ['maybe', `${name} is not valid JSON`],
      ['2', `${name} is not a boolean`],
      ['"true"', `${name} is not a boolean`],
      ['null', `${name} is not a boolean`],
      ['[true]', `${name} is not a boolean`],
    ]
  }
  const valid = values === undefined ? '' : `: must be one of ${values.join(', ')}`
  const messageFor = (value: unknown) =>
    (refusal?.replace('{value}', String(value)) ?? `Invalid ${name}`) + valid
  if (typeof initial === 'string') {
    return [
      ...['', 'nonsense', '"en"', '1', `${initial}x`, 'toString'].map((value): [unknown, string] => [
        value,
        messageFor(value),
      ]),
      ['x'.repeat(9_000), `${name} is too long (limit: 1000 characters)`],
    ]
  }
  const outside = values === undefined ? [min! - 1, max! + 1, -1, 2 ** 40] : [0, -1, 5, 99, 2 ** 40]
  return [
    ['1.5', `${name} is not an integer`],
    ['true', `${name} is not an integer`],
    ['"1"', `${name} is not an integer`],
    ['[1]', `${name} is not an integer`],
    ...outside
      .filter((value) => !values?.includes(value))
      .map((value): [unknown, string] => [value, messageFor(value)]),
  ]
}

/**
 * spec.md "User preference settings", column Acc: accepted by both endpoints, by PATCH /settings only, or by
 * the other only.
 */
const acceptedBy = {
  both: `
  twenty_four_hour_time web_channel_default_view starred_message_counts receives_typing_notifications
  fluid_layout_width high_contrast_mode web_font_size_px web_line_height_percent color_scheme
  enable_drafts_synchronization translate_emoticons display_emoji_reaction_users web_home_view
  web_escape_navigates_to_home_view left_side_userlist emojiset demote_inactive_streams
  user_list_style web_animate_image_previews web_stream_unreads_count_display_policy
  enable_stream_desktop_notifications enable_stream_email_notifications
  enable_stream_push_notifications enable_stream_audible_notifications notification_sound
  enable_desktop_notifications enable_sounds email_notifications_batching_period_seconds
  enable_offline_email_notifications
  `,
  personal:
    'web_mark_read_on_scroll_policy web_suggest_update_timezone default_language hide_ai_features timezone',
  defaults: `
  dense_mode enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications
  enable_followed_topic_push_notifications enable_followed_topic_audible_notifications
  enable_offline_push_notifications enable_online_push_notifications enable_digest_emails
  message_content_in_email_notifications pm_content_in_desktop_notifications wildcard_mentions_notify
  enable_followed_topic_wildcard_mentions_notify desktop_icon_count_display
  realm_name_in_email_notifications_policy automatically_follow_topics_policy
  automatically_unmute_topics_in_muted_streams_policy automatically_follow_topics_where_mentioned
  presence_enabled enter_sends send_private_typing_notifications send_stream_typing_notifications
  send_read_receipts email_address_visibility web_navigate_to_sent_message
  `,
}
const namesIn = (text: string): string[] => text.trim().split(/\s+/)

const both = SETTING_NAMES.filter((name) => rule(name).scope === 'both')
const names = SETTING_NAMES.map((name) => [name] as const)

describe('PATCH /settings', () => {
  test('accepts every value of every setting, notifies only the user, and is persistent', async () => {
    const received = await eventsDuring(
      ['user_settings'],
      ['hamlet', 'iago'],
      async () => {
        for (const name of SETTING_NAMES) {
          for (const value of valuesOf(name)) await ok(as('hamlet').patch('/settings', { [name]: value }))
        }
      },
      MODERN,
    )
    const events = SETTING_NAMES.flatMap((name) =>
      valuesOf(name).map((value) => ({
        type: 'user_settings',
        op: 'update',
        property: name,
        value,
        ...(name === 'default_language' && { language_name: LANGUAGES[value as Language] }),
      })),
    )
    expect(received).toEqual({ hamlet: events, iago: [] })
  })

  test('changes several settings at once and sends an event for each changed one', async () => {
    const changes = Object.fromEntries(SETTING_NAMES.map((name) => [name, valuesOf(name)[0]]))
    const received = await eventsDuring(
      ['user_settings'],
      ['hamlet'],
      async () => {
        await ok(as('hamlet').patch('/settings', changes))
        expect(await own('hamlet')).toMatchObject(changes)
        await ok(as('hamlet').patch('/settings', changes))
        await ok(as('hamlet').patch('/settings', { ...changes, color_scheme: 1 }))
      },
      MODERN,
    )
    expect(received.hamlet!.map((event) => event.property)).toEqual([...SETTING_NAMES, 'color_scheme'])
    const initial = Object.fromEntries(SETTING_NAMES.map((name) => [name, rule(name).default]))
    await ok(as('hamlet').patch('/settings', initial))
    expect(await own('hamlet')).toMatchObject(initial)
    const [stored] = await world.sql('SELECT settings FROM user_account WHERE id = $1', [
      world.userId('hamlet'),
    ])
    expect(stored.settings).toEqual({})
  })

  test.each(names)('rejects other values of %s and then changes nothing', async (name) => {
    const other = name === 'starred_message_counts' ? 'enter_sends' : 'starred_message_counts'
    const change = { [other]: !rule(other).default }
    for (const [value, msg] of wrongFor(name)) {
      const given = { [name]: value, ...change }
      expect(await refusal(as('othello').patch('/settings', given))).toEqual(bad(msg))
      if (!both.includes(name)) continue
      expect(await refusal(as('iago').patch('/realm/user_settings_defaults', given))).toEqual(bad(msg))
    }
    for (const value of ['a\0b', 'a\ud800']) {
      expect((await as('othello').patch('/settings', { [name]: value })).status).toBe(400)
    }
    expect((await own('othello'))[other]).toBe(rule(other).default)
    expect((await defaults())[other]).toBe(rule(other).default)
  })

  test.each(['/settings/display', '/settings/notifications'])('is %s too', async (path) => {
    const changes = { color_scheme: 2, enable_sounds: false, full_name: 'Cordelia' }
    await ok(as('cordelia').patch(path, changes))
    const { user_settings, full_name } = await ok(
      as('cordelia').post('/register', { event_types: ['user_settings', 'realm_user'] }),
    )
    expect({ ...user_settings, full_name }).toMatchObject(changes)
    await ok(as('cordelia').patch(path, { color_scheme: 1, enable_sounds: true }))
    expect(await refusal(as('cordelia').patch(path, { color_scheme: 4 }))).toEqual(
      bad('Invalid color_scheme: must be one of 1, 2, 3'),
    )
  })

  test('reports only unknown parameters as ignored', async () => {
    const given = { enter_sends: false, dense_mode: true, nonsense: 'x' }
    const { ignored_parameters_unsupported: ignored } = await ok(as('hamlet').patch('/settings', given))
    expect(ignored.sort()).toEqual(['dense_mode', 'nonsense'])
    expect(await ok(as('hamlet').patch('/settings'))).toEqual({ result: 'success', msg: '' })
  })

  test('rejects bots, deactivated users and requests without credentials', async () => {
    const bot = await newcomer(core, realm, url, { email: 'clown@demo.test', botType: 1 })
    expect((await bot.client.patch('/settings', { enter_sends: true })).status).toBe(400)
    expect((await as('aaron').patch('/settings', { enter_sends: true })).status).toBe(401)
    expect((await world.client(url).patch('/settings', { enter_sends: true })).status).toBe(401)
  })

  test('keeps both of two concurrent changes', async () => {
    for (let n = 0; n < 10; n++) {
      const [first, second] = [{ color_scheme: 1 + (n % 3) }, { user_list_style: 1 + (n % 3) }]
      await Promise.all([first, second].map((change) => ok(as('hamlet').patch('/settings', change))))
      expect(await own('hamlet')).toMatchObject({ ...first, ...second })
    }
    await ok(as('hamlet').patch('/settings', { color_scheme: 1, user_list_style: 2 }))
  })
})

describe('PATCH /realm/user_settings_defaults', () => {
  test('accepts every value of every setting, notifies everyone, and is persistent', async () => {
    const before = await own('hamlet')
    const received = await eventsDuring(
      ['realm_user_settings_defaults'],
      ['hamlet', 'polonius'],
      async () => {
        for (const name of both) {
          for (const value of valuesOf(name)) {
            await ok(as('iago').patch('/realm/user_settings_defaults', { [name]: value }))
          }
          const [other] = valuesOf(name)
          await ok(as('iago').patch('/realm/user_settings_defaults', { [name]: other }))
        }
      },
    )
    const events = both.flatMap((name) =>
      [...valuesOf(name), valuesOf(name)[0]].map((value) => ({
        type: 'realm_user_settings_defaults',
        op: 'update',
        property: name,
        value,
      })),
    )
    expect(received).toEqual({ hamlet: events, polonius: events })
    expect(await own('hamlet')).toEqual(before)
    const changed = Object.fromEntries(both.map((name) => [name, valuesOf(name)[0]]))
    expect(await defaults()).toMatchObject(changed)
  })

  test('applies to people who join later', async () => {
    const changed = Object.fromEntries(both.map((name) => [name, valuesOf(name)[0]]))
    const { client, record } = await newcomer(core, realm, url, { email: 'fortinbras@demo.test' })
    const { user_settings } = await ok(client.post('/register', { event_types: ['user_settings'] }))
    expect(user_settings).toMatchObject(changed)
    const bot = await newcomer(core, realm, url, {
      email: 'herald@demo.test',
      botType: 1,
      botOwnerId: record.id,
    })
    expect(bot.record.settings.enter_sends).toBe(false)
    const initial = Object.fromEntries(both.map((name) => [name, rule(name).default]))
    await ok(as('iago').patch('/realm/user_settings_defaults', initial))
    const again = await ok(client.post('/register', { event_types: ['user_settings'] }))
    expect(again.user_settings).toEqual(user_settings)
  })

  test('is for administrators', async () => {
    for (const name of ['shiva', 'hamlet', 'polonius']) {
      expect(await refusal(as(name).patch('/realm/user_settings_defaults', { enter_sends: true }))).toEqual(
        bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }),
      )
    }
    expect((await defaults()).enter_sends).toBe(false)
  })

  test('accepts the settings with organization defaults and reports the others as ignored', async () => {
    const all = Object.values(acceptedBy).flatMap(namesIn)
    expect(all).toHaveLength(58)
    const values: Body = { timezone: 'Europe/Copenhagen', dense_mode: true, ...(await defaults()) }
    const given = Object.fromEntries(all.map((name) => [name, values[name]]))
    const answer = await ok(as('iago').patch('/realm/user_settings_defaults', given))
    expect(answer.ignored_parameters_unsupported.sort()).toEqual(namesIn(acceptedBy.personal).sort())
    // The specification's list for PATCH /settings is shortened: the endpoint accepts the other settings too,
    // except a removed one.
    expect((await ok(as('hamlet').patch('/settings', given))).ignored_parameters_unsupported).toEqual([
      'dense_mode',
    ])
  })

  test('an ignored setting changes nothing', async () => {
    const before = await defaults()
    await ok(
      as('iago').patch('/realm/user_settings_defaults', {
        hide_ai_features: !before.hide_ai_features,
        web_suggest_update_timezone: !before.web_suggest_update_timezone,
        web_mark_read_on_scroll_policy: 3,
      }),
    )
    expect(await defaults()).toEqual(before)
  })

  test('accepts preferences only, and an obsolete one that has no effect', async () => {
    const given = {
      dense_mode: true,
      timezone: 'Europe/Copenhagen',
      default_language: 'da',
      full_name: 'X',
      allow_private_data_export: true,
    }
    const answer = await ok(as('iago').patch('/realm/user_settings_defaults', given))
    expect(answer.ignored_parameters_unsupported.sort()).toEqual([
      'allow_private_data_export',
      'default_language',
      'full_name',
      'timezone',
    ])
    expect(await refusal(as('iago').patch('/realm/user_settings_defaults', { dense_mode: 7 }))).toEqual(
      bad('dense_mode is not a boolean'),
    )
  })
})
