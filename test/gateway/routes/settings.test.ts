import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../core/languages.ts'
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../../core/users/settings.ts'
import type { Body, Parameters } from '../../harness/client.ts'
import { newcomer } from './changes.ts'
import { listening } from './listening.ts'
import { as, bad, core, ok, realm, refusal, url, world } from './stage.ts'

const rule = (name: SettingName): Setting => SETTINGS[name]
const own = async (name: string, parameters: Parameters = {}): Promise<Body> =>
  (await ok(as(name).post('/register', { event_types: ['user_settings'], ...parameters }))).user_settings
const defaults = async (): Promise<Body> =>
  (await ok(as('iago').post('/register', { event_types: ['realm_user_settings_defaults'] })))
    .realm_user_settings_defaults
const MODERN = { user_settings_object: true }

/** Every value of a setting, or the bounds of one with many; that of the product's comes last. */
function valuesOf(name: SettingName): unknown[] {
  const { values, min, max, default: initial } = rule(name)
  const all = values ?? (typeof initial === 'boolean' ? [true, false] : [min, max])
  return [...all.filter((value) => value !== initial), initial]
}

/** Values that are refused, and how. */
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
  const told = (value: unknown) => refusal?.replace('{value}', String(value)) ?? `Invalid ${name}`
  if (typeof initial === 'string') {
    return ['', 'nonsense', '"en"', '1', `${initial}x`, 'toString', 'x'.repeat(9_000)].map((value) => [
      value,
      told(value),
    ])
  }
  const outside = values === undefined ? [min! - 1, max! + 1, -1, 2 ** 40] : [0, -1, 5, 99, 2 ** 40]
  return [
    ['1.5', `${name} is not an integer`],
    ['true', `${name} is not an integer`],
    ['"1"', `${name} is not an integer`],
    ['[1]', `${name} is not an integer`],
    ...outside
      .filter((value) => !values?.includes(value))
      .map((value): [unknown, string] => [value, told(value)]),
  ]
}

const both = SETTING_NAMES.filter((name) => rule(name).scope === 'both')
const names = SETTING_NAMES.map((name) => [name] as const)

describe('PATCH /settings', () => {
  test('takes every value of every setting, tells the user alone, and is remembered', async () => {
    const told = await listening(
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
        ...(name === 'default_language' && { language_name: LANGUAGES[String(value)] }),
      })),
    )
    expect(told).toEqual({ hamlet: events, iago: [] })
  })

  test('changes several at once, and tells of each that is other than before', async () => {
    const changes = Object.fromEntries(SETTING_NAMES.map((name) => [name, valuesOf(name)[0]]))
    const told = await listening(
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
    expect(told.hamlet!.map((event) => event.property)).toEqual([...SETTING_NAMES, 'color_scheme'])
    const initial = Object.fromEntries(SETTING_NAMES.map((name) => [name, rule(name).default]))
    await ok(as('hamlet').patch('/settings', initial))
    expect(await own('hamlet')).toMatchObject(initial)
    const [stored] = await world.sql('SELECT settings FROM user_account WHERE id = $1', [
      world.userId('hamlet'),
    ])
    expect(stored.settings).toEqual({})
  })

  test.each(names)('refuses other values of %s, and changes nothing then', async (name) => {
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
      bad('Invalid color_scheme'),
    )
  })

  test('tells what it does not know, and not what is as before', async () => {
    const given = { enter_sends: false, dense_mode: true, default_view: 'inbox', nonsense: 'x' }
    const { ignored_parameters_unsupported: ignored } = await ok(as('hamlet').patch('/settings', given))
    expect(ignored.sort()).toEqual(['default_view', 'dense_mode', 'nonsense'])
    expect(await ok(as('hamlet').patch('/settings'))).toEqual({ result: 'success', msg: '' })
  })

  test('is for people who are there', async () => {
    const bot = await newcomer(core, realm, url, { email: 'clown@demo.test', botType: 1 })
    expect((await bot.client.patch('/settings', { enter_sends: true })).status).toBe(400)
    expect((await as('aaron').patch('/settings', { enter_sends: true })).status).toBe(401)
    expect((await world.client(url).patch('/settings', { enter_sends: true })).status).toBe(401)
  })

  test('of two at once loses neither', async () => {
    for (let n = 0; n < 10; n++) {
      const [first, second] = [{ color_scheme: 1 + (n % 3) }, { user_list_style: 1 + (n % 3) }]
      await Promise.all([first, second].map((one) => ok(as('hamlet').patch('/settings', one))))
      expect(await own('hamlet')).toMatchObject({ ...first, ...second })
    }
    await ok(as('hamlet').patch('/settings', { color_scheme: 1, user_list_style: 2 }))
  })
})

describe('PATCH /realm/user_settings_defaults', () => {
  test('takes every value of every setting, tells everyone, and is remembered', async () => {
    const before = await own('hamlet')
    const told = await listening(['realm_user_settings_defaults'], ['hamlet', 'polonius'], async () => {
      for (const name of both) {
        for (const value of valuesOf(name)) {
          await ok(as('iago').patch('/realm/user_settings_defaults', { [name]: value }))
        }
        const [other] = valuesOf(name)
        await ok(as('iago').patch('/realm/user_settings_defaults', { [name]: other }))
      }
    })
    const events = both.flatMap((name) =>
      [...valuesOf(name), valuesOf(name)[0]].map((value) => ({
        type: 'realm_user_settings_defaults',
        op: 'update',
        property: name,
        value,
      })),
    )
    expect(told).toEqual({ hamlet: events, polonius: events })
    expect(await own('hamlet')).toEqual(before)
    const changed = Object.fromEntries(both.map((name) => [name, valuesOf(name)[0]]))
    expect(await defaults()).toMatchObject(changed)
  })

  test('is what people begin with who join later', async () => {
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

  test('knows preferences only, and takes one of old that has no effect', async () => {
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
