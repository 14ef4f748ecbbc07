import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import type { GroupSetting } from '../../core/state/groups/setting.ts'
import type { Shape } from '../../core/state/settings/setting.ts'
import type { RealmSettingName, RealmSettings } from '../../core/state/settings/settings.ts'
import { underAllNames } from '../../core/state/wire/realm-setting.ts'
import { form, json, jsonOrText, line, type Parameter, text } from '../http/endpoint/parameter.ts'
import { dict } from '../http/parameters/bounds.ts'
import { groupSettingChange } from './group-setting.ts'

/** The names of settings before feature level 241. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  new_stream_announcements_stream_id: ['notifications_stream_id'],
  signup_announcements_stream_id: ['signup_notifications_stream_id'],
}

/** The value that a client may send for a setting: for limits also "unlimited", for URLs "default". */
type Sent<Value> = GroupSetting extends Value
  ? z.input<typeof groupSettingChange>
  : null extends Value
    ? Exclude<Value, null> | string
    : Value

type SettingsParameters = {
  readonly [Name in RealmSettingName]: Parameter<
    z.ZodOptional<z.ZodType<Sent<RealmSettings[Name]>, Sent<RealmSettings[Name]>>>
  >
}

const FOR_OWNERS = 'Only owners may change it.'

/**
 * The settings as parameters of PATCH /realm. Their schemas check types only; `changeRealmSettings` checks
 * the values.
 */
export const settingsParameters = Object.fromEntries(
  Object.entries(underAllNames((setting) => setting)).flatMap(([name, setting]) => {
    const { shape, by, isFixed, example = exampleOf(shape) } = setting
    const sentences = [setting.description, ...howToSend(shape), ...(by === 'owner' ? [FOR_OWNERS] : [])]
    const description = sentences.join(' ')
    return isFixed
      ? []
      : [[name, { ...parameterOf(shape), description, example, aliases: FORMER_NAMES[name] }]]
  }),
) as unknown as SettingsParameters

/** Sentences about the special values of a setting. */
function howToSend({ kind }: Shape): string[] {
  switch (kind) {
    case 'limit':
      return ['`"unlimited"` for no limit.']
    case 'server-url':
      return ["`default` for the server's own."]
    case 'methods':
      return ['At least one must stay enabled, and methods that are not named are disabled.']
    default:
      return []
  }
}

/** A value that clients may send. Texts have examples of their own. */
function exampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'boolean':
      return true
    case 'integer':
      return 3
    case 'code':
      return shape.codes.at(1)
    case 'option':
      return 1
    case 'channel':
      return 42
    case 'language':
      return 'de'
    case 'choice':
      return shape.values.at(1)
    case 'server-url':
      return 'https://meet.example.com'
    case 'limit':
      return 3_600
    case 'methods':
      return { Email: true }
    case 'group':
      return { new: 42 }
    case 'text':
      return undefined
  }
}

function parameterOf(shape: Shape): Parameter {
  switch (shape.kind) {
    case 'boolean':
      return json(z.boolean().optional())
    case 'integer':
    case 'channel':
      return json(z.int().optional())
    case 'code':
      return json(z.int().meta({ enum: shape.codes }).optional())
    case 'option':
      return json(
        z
          .int()
          .meta({ enum: Object.values(shape.options).map(({ id }) => id) })
          .optional(),
      )
    case 'text':
      return form(text(shape.max).optional())
    case 'language':
      return form(line().optional())
    case 'choice':
      return jsonOrText(line().meta({ enum: shape.values }).optional())
    case 'server-url':
      return jsonOrText(line().optional())
    case 'limit':
      return json(z.union([z.int(), line()]).optional())
    case 'methods':
      return json(dict(z.boolean(), MAX_ITEMS_PER_REQUEST).optional())
    case 'group':
      return json(groupSettingChange.optional())
  }
}
