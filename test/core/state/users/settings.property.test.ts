import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allSettings,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
  settingsJson,
  settingsOf,
} from '../../../../core/state/users/settings.ts'

/** Values of the type that a setting has, the default too. */
const valueFor = (name: SettingName): fc.Arbitrary<SettingValue> => {
  const { default: usual } = SETTINGS[name]
  if (typeof usual === 'boolean') return fc.boolean()
  return typeof usual === 'number' ? fc.integer() : fc.string()
}

test('settings as JSON text are what JSON.stringify writes', () => {
  const stored = fc.record(Object.fromEntries(SETTING_NAMES.map((name) => [name, valueFor(name)])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(stored, fc.subarray([...SETTING_NAMES]), (changes, names) => {
      const settings = settingsOf(changes)
      expect(`{${settingsJson(settings)}}`).toBe(JSON.stringify(allSettings(settings)))
      const some = Object.fromEntries(names.map((name) => [name, settings[name]]))
      expect(`{${settingsJson(settings, names)}}`).toBe(JSON.stringify(some))
    }),
  )
})
