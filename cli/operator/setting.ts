import type { z } from 'zod'
import { ConfigError } from '../../config/error.ts'
import type { Shape } from '../../core/state/settings/setting.ts'
import { REALM_SETTINGS, type RealmSettingName } from '../../core/state/settings/settings.ts'
import { settingsParameters } from '../../gateway/wire/realm-setting.ts'

/** Throws `ConfigError` for a name that is no setting of an organization. */
export function settingNamed(given: string): RealmSettingName {
  if (Object.hasOwn(REALM_SETTINGS, given)) return given as RealmSettingName
  throw new ConfigError(`There is no setting ${JSON.stringify(given)}: show-settings prints all of them`)
}

/**
 * The value of a setting that an operator has typed, as PATCH /realm would read it: JSON, or a text as it is.
 * Only its type is checked. Throws `ConfigError` when it has another type, and for a setting that never
 * changes.
 */
export function settingValue(name: RealmSettingName, given: string): unknown {
  const parameter = settingsParameters[name] as { readonly schema: z.ZodType } | undefined
  if (parameter === undefined) throw new ConfigError(`${name} cannot be changed`)
  const { shape } = REALM_SETTINGS[name]
  const { kind } = shape
  const isText = kind === 'text' || kind === 'language'
  const parsed = parameter.schema.safeParse(isText ? given : (asJson(given) ?? given))
  if (parsed.success && parsed.data !== undefined) return parsed.data
  throw new ConfigError(
    `${name} cannot be ${JSON.stringify(given)}${expected(shape)}. ${REALM_SETTINGS[name].description}`,
  )
}

/** Which values a setting takes, where its description does not say it. */
function expected(shape: Shape): string {
  if (shape.kind === 'boolean') return ', only true or false'
  if (shape.kind === 'choice') return `, only ${shape.values.join(', ')}`
  if (shape.kind === 'group') return ', only {"new": 12} with the id of a group'
  return ''
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
