import { z } from 'zod'
import { isOwnSetting, type OwnSettingName } from '../settings/own-settings.ts'
import type { Setting, Shape } from '../settings/setting.ts'
import { REALM_SETTINGS, type RealmSettingName, type RealmSettings } from '../settings/settings.ts'
import type { WireMethod } from '../settings/wire-settings.ts'
import { groupSetting } from './group-setting.ts'

const settings = Object.entries<Setting>(REALM_SETTINGS)

/** Returns a value for each setting, under all names of the setting. */
export const underAllNames = <T>(of: (setting: Setting) => T): Record<string, T> =>
  Object.fromEntries(
    settings.flatMap(([name, setting]) =>
      [name, setting.twin].flatMap((twinOrName) =>
        twinOrName === undefined ? [] : [[twinOrName, of(setting)]],
      ),
    ),
  )

/** The value of a setting in answers and events. */
type WireSetting<Name extends RealmSettingName> = Name extends 'authentication_methods'
  ? Record<string, WireMethod>
  : RealmSettings[Name]

type SettingsShape = {
  readonly [Name in RealmSettingName]: z.ZodType<WireSetting<Name>, WireSetting<Name>>
}

/** The schema of each setting in the answer of PATCH /realm. Second names are not in its type. */
export const settingsShape = underAllNames(({ shape, description }) =>
  schemaOf(shape).describe([description, ...nullMeaning(shape)].join(' ')),
) as unknown as SettingsShape

const parted = (isWanted: (name: string) => boolean): object =>
  Object.fromEntries(Object.entries(settingsShape).filter(([name]) => isWanted(name)))

/** The schemas of the settings in POST /register. */
export const registeredSettingsShape = parted((name) => !isOwnSetting(name)) as Omit<
  SettingsShape,
  OwnSettingName
>

/** The schemas of the settings in GET /realm/own_settings. */
export const ownSettingsShape = parted(isOwnSetting) as Pick<SettingsShape, OwnSettingName>

/** The meaning of a value that clients send as a word. */
function nullMeaning(shape: Shape): string[] {
  if (shape.kind === 'limit') return [`${shape.unlimited === null ? 'Null' : shape.unlimited} for no limit.`]
  return shape.kind === 'server-url' ? ["Null for the server's own."] : []
}

function schemaOf(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case 'boolean':
      return z.boolean()
    case 'integer':
    case 'code':
    case 'option':
    case 'channel':
      return z.int()
    case 'text':
    case 'language':
      return z.string()
    case 'choice':
      return z.enum(shape.values)
    case 'limit':
      return shape.unlimited === null ? z.int().nullable() : z.int()
    case 'server-url':
      return z.string().nullable()
    case 'methods':
      return z.record(
        z.string(),
        z.object({
          enabled: z.boolean().describe('Whether people can log in by this method.'),
          available: z.boolean().describe('Whether the method can be enabled: always true.'),
        }),
      )
    case 'group':
      return groupSetting
  }
}
