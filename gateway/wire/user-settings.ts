import { z } from 'zod'
import { invalidChoiceMessage } from '../../core/platform/text/invalid-choice.ts'
import {
  EMOJI_SETS,
  NOTIFICATION_SOUNDS,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingValue,
  type UserSettings,
} from '../../core/state/users/settings.ts'
import { form, json, line, type Parameter } from '../http/endpoint/parameter.ts'

/** The schema of a setting's value in responses. */
const schemaOf = (setting: Setting): z.ZodType => {
  if (typeof setting.default === 'boolean') return z.boolean()
  return typeof setting.default === 'number' ? z.int() : z.string()
}

/** The register fields of these settings. */
export const settingFields = <Name extends SettingName>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, schemaOf(SETTINGS[name]).describe(SETTINGS[name].description)]),
  ) as {
    readonly [N in Name]: z.ZodType<UserSettings[N], UserSettings[N]>
  }

/** Choices for some settings. Responses send them with the settings. */
export const choicesShape = {
  available_notification_sounds: z
    .array(z.string())
    .readonly()
    .describe('The sounds that `notification_sound` can name, besides `none`.'),
  emojiset_choices: z
    .array(
      z.object({
        key: z.string().describe('The value of `emojiset`.'),
        text: z.string().describe('The name that people see.'),
      }),
    )
    .readonly()
    .describe('The emoji sets that people can choose.'),
}
export const choices = {
  available_notification_sounds: NOTIFICATION_SOUNDS,
  emojiset_choices: EMOJI_SETS,
}

/** The names of settings before feature level 219. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  web_home_view: ['default_view'],
  web_escape_navigates_to_home_view: ['escape_navigates_to_default_view'],
}

type SettingParameters = {
  readonly [Name in SettingName]: Parameter<z.ZodOptional<z.ZodType<UserSettings[Name], UserSettings[Name]>>>
}

/** Parameters for the settings with this scope. Without a scope: for all settings. */
export function settingParameters(scope?: Setting['scope']): SettingParameters {
  const names = SETTING_NAMES.filter((name) => scope === undefined || SETTINGS[name].scope === scope)
  return Object.fromEntries(
    names.map((name) => {
      const setting: Setting = SETTINGS[name]
      const described = { description: setting.description, example: exampleOf(setting) }
      return [name, { ...parameterOf(setting), ...described, aliases: FORMER_NAMES[name] }]
    }),
  ) as unknown as SettingParameters
}

/** A value that clients may send, other than the default where there is one. */
const exampleOf = ({ values, default: initial }: Setting): SettingValue =>
  typeof initial === 'boolean' ? !initial : (values?.find((value) => value !== initial) ?? initial)

/** Clients send booleans and numbers as JSON, and text unquoted. */
function parameterOf(setting: Setting): Parameter {
  const { values, min, max, default: initial } = setting
  if (typeof initial === 'boolean') return json(z.boolean().optional())
  const isAllowed = (value: number | string) =>
    values === undefined ? Number(value) >= min! && Number(value) <= max! : values.includes(value)
  const error = ({ input }: { readonly input?: unknown }) => {
    const refusal = setting.refusal?.replace('{value}', () => String(input)) ?? 'Invalid {var_name}'
    return values === undefined ? refusal : invalidChoiceMessage(refusal, values)
  }
  const described = values === undefined ? { minimum: min, maximum: max } : { enum: values }
  if (typeof initial === 'number')
    return json(z.int().refine(isAllowed, { error }).meta(described).optional())
  return form(line().refine(isAllowed, { error }).meta(described).optional())
}
