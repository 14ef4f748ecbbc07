import { describe, expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../../core/users/settings.ts'
import type { Body, Parameters } from '../../harness/client.ts'
import { newcomer } from './changes.ts'
import { listening } from './listening.ts'
import { as, bad, core, ok, realm, refusal, url } from './stage.ts'

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

const cases = SETTING_NAMES.map((name) => [name] as const)
const both = SETTING_NAMES.filter((name) => rule(name).scope === 'both').map((name) => [name] as const)

describe('PATCH /settings', () => {
  test.each(cases)('takes every value of %s, tells the user alone, and is remembered', async (name) => {
    const told = await listening(
      ['user_settings'],
      ['hamlet', 'iago'],
      async () => {
        for (const value of valuesOf(name)) {
          await ok(as('hamlet').patch('/settings', { [name]: value }))
          expect((await own('hamlet'))[name]).toBe(value)
        }
      },
      MODERN,
    )
    const language = name === 'default_language' ? { language_name: expect.any(String) } : {}
    expect(told.hamlet).toEqual(
      valuesOf(name).map((value) => ({
        type: 'user_settings',
        op: 'update',
        property: name,
        value,
        ...language,
      })),
    )
    expect(told.iago).toEqual([])
  })

  test.each(cases)('refuses other values of %s, and changes nothing then', async (name) => {
    const before = await own('hamlet')
    const other = name === 'starred_message_counts' ? 'enter_sends' : 'starred_message_counts'
    for (const [value, msg] of wrongFor(name)) {
      expect(
        await refusal(as('hamlet').patch('/settings', { [name]: value, [other]: !before[other] })),
      ).toEqual(bad(msg))
    }
    for (const value of ['a\0b', 'a\ud800']) {
      expect((await as('hamlet').patch('/settings', { [name]: value })).status).toBe(400)
    }
    expect(await own('hamlet')).toEqual(before)
  })
})

describe('PATCH /realm/user_settings_defaults', () => {
  test.each(both)('takes every value of %s and tells everyone', async (name) => {
    const before = await own('hamlet')
    const told = await listening(['realm_user_settings_defaults'], ['hamlet', 'polonius'], async () => {
      for (const value of valuesOf(name)) {
        await ok(as('iago').patch('/realm/user_settings_defaults', { [name]: value }))
        expect((await defaults())[name]).toBe(value)
      }
    })
    const events = valuesOf(name).map((value) => ({
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: name,
      value,
    }))
    expect(told).toEqual({ hamlet: events, polonius: events })
    expect(await own('hamlet')).toEqual(before)
  })

  test('is what people begin with who join later, and nobody else', async () => {
    const before = await own('hamlet')
    const changes = { enter_sends: true, color_scheme: 2, web_home_view: 'all_messages' }
    await ok(as('iago').patch('/realm/user_settings_defaults', changes))
    const { client, record } = await newcomer(core, realm, url, { email: 'fortinbras@demo.test' })
    const { user_settings } = await ok(client.post('/register', { event_types: ['user_settings'] }))
    expect(user_settings).toMatchObject(changes)
    expect(await own('hamlet')).toEqual(before)
    const bot = await newcomer(core, realm, url, {
      email: 'herald@demo.test',
      botType: 1,
      botOwnerId: record.id,
    })
    expect(bot.record.settings.enter_sends).toBe(false)
    await ok(as('iago').patch('/realm/user_settings_defaults', { enter_sends: false, color_scheme: 1 }))
    await ok(as('iago').patch('/realm/user_settings_defaults', { web_home_view: 'inbox' }))
  })
})
