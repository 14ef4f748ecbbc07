import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Setting, Shape } from '../../../../core/state/settings/setting.ts'
import { REALM_SETTINGS } from '../../../../core/state/settings/settings.ts'
import { SETTINGS, type Setting as UserSetting } from '../../../../core/state/users/settings.ts'
import { apiRoutes } from '../../../../gateway/routes/index.ts'
import type { Services } from '../../../../gateway/services.ts'
import type { SettingText } from '../../../../gateway/web/model/setting-text.ts'
import {
  OPERATIONS_IN_REGISTRATION,
  OPERATIONS_WITHOUT_PAGE,
  REALM_SETTINGS_WITHOUT_PAGE,
  USER_SETTINGS_WITHOUT_PAGE,
} from '../../../../gateway/web/model/without-page.ts'
import { groupsOf, SETTINGS_PAGES } from '../../../../gateway/web/organization/shared/groups-of-settings.ts'
import { realmSettings as german } from '../../../../gateway/web/texts/de/realm-settings.ts'
import { userSettings as germanUser } from '../../../../gateway/web/texts/de/user-settings.ts'
import { realmSettings as english } from '../../../../gateway/web/texts/en/realm-settings.ts'
import { userSettings as englishUser } from '../../../../gateway/web/texts/en/user-settings.ts'

/** The largest number of operations that pages need not use. */
const MOST_WITHOUT_PAGE = 40

/** The texts of the files in folders of the client. Those of tables and of the library are left out. */
function sourcesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:client|texts)\/|without-page\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

const sources = sourcesOf('gateway/web')
const operations = apiRoutes({ config: {} } as Services).map(({ method, path }) => `${method} ${path}`)
const isUsed = (operation: string) => sources.includes(`'${operation}'`)

describe('every operation of the server', () => {
  const excused = [...Object.keys(OPERATIONS_WITHOUT_PAGE), ...Object.keys(OPERATIONS_IN_REGISTRATION)]

  test('is used by a page of the web client, or a list in gateway/web/model/without-page.ts says why not', () => {
    expect(operations.filter((one) => !isUsed(one) && !excused.includes(one))).toEqual([])
  })

  test('stands in one list at most, and in none once a page uses it', () => {
    expect(excused.filter((one, index) => excused.indexOf(one) !== index)).toEqual([])
    expect(excused.filter(isUsed)).toEqual([])
    expect(excused.filter((one) => !operations.includes(one))).toEqual([])
  })

  test('is meant for people, but for a few, each with a reason', () => {
    const reasons = Object.values(OPERATIONS_WITHOUT_PAGE)
    expect(reasons.length).toBeLessThanOrEqual(MOST_WITHOUT_PAGE)
    expect(reasons.filter((reason) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([])
  })

  test('that the registration stands for has its field in the client', () => {
    const wire = readFileSync('gateway/web/model/wire.ts', 'utf8')
    const fields = Object.values(OPERATIONS_IN_REGISTRATION)
    expect(fields.filter((field) => !wire.includes(`'${field}'`))).toEqual([])
  })
})

/** The values that a setting names, where it has a list of them. */
function valuesOf(shape: Shape): readonly (number | string)[] {
  if (shape.kind === 'code') return shape.codes
  if (shape.kind === 'choice') return shape.values
  return shape.kind === 'option' ? Object.values(shape.options).map(({ id }) => id) : []
}

describe('every setting of an organization', () => {
  test('stands once on a page, or in the list of those without one', () => {
    const shown = SETTINGS_PAGES.flatMap(groupsOf).flatMap(({ settings }) => settings)
    const known = [...shown, ...Object.keys(REALM_SETTINGS_WITHOUT_PAGE)].sort()
    expect(known).toEqual(Object.keys(REALM_SETTINGS).sort())
  })

  test.each([
    ['English', english],
    ['German', german],
  ])('has a name, and names of its values, in %s', (_language, texts) => {
    for (const [name, { shape }] of Object.entries<Setting>(REALM_SETTINGS)) {
      if (name in REALM_SETTINGS_WITHOUT_PAGE) continue
      const text: SettingText | undefined = texts[name as keyof typeof texts]
      expect(text?.name, name).toMatch(/\S/)
      const missing = valuesOf(shape).filter((value) => !text?.options?.[value])
      expect([name, missing]).toEqual([name, []])
    }
  })
})

describe('every setting of users', () => {
  const own = sourcesOf('gateway/web/settings')

  test('is changed by its user on a page, or stands in the list of those without one', () => {
    const missing = Object.keys(SETTINGS).filter(
      (name) => !own.includes(`'${name}'`) && !(name in USER_SETTINGS_WITHOUT_PAGE),
    )
    expect(missing).toEqual([])
    expect(Object.keys(USER_SETTINGS_WITHOUT_PAGE).filter((name) => own.includes(`'${name}'`))).toEqual([])
  })

  test.each([
    ['English', englishUser],
    ['German', germanUser],
  ])('that has a default for new users has a name, and names of its values, in %s', (_language, texts) => {
    for (const [name, { scope, values = [] }] of Object.entries<UserSetting>(SETTINGS)) {
      if (scope !== 'both' || name in USER_SETTINGS_WITHOUT_PAGE) continue
      const text: SettingText | undefined = texts[name as keyof typeof texts]
      expect(text?.name, name).toMatch(/\S/)
      // Names of vendors' sets that stand for others.
      const missing = values.map(String).filter((value) => !/^vendor/.test(value) && !text?.options?.[value])
      expect([name, missing]).toEqual([name, []])
    }
  })
})
