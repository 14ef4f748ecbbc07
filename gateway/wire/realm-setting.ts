import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import type { Setting, Shape } from '../../core/state/realm/setting.ts'
import { REALM_SETTINGS } from '../../core/state/realm/settings.ts'
import { dict } from '../http/bounds.ts'
import { form, json, jsonOrText, line, type Parameter, text } from '../http/parameter.ts'
import { groupSetting, groupSettingChange } from './group-setting.ts'

const settings = Object.entries<Setting>(REALM_SETTINGS)

/** Under every name that each setting has. */
const named = <T>(of: (setting: Setting) => T): Record<string, T> =>
  Object.fromEntries(
    settings.flatMap(([name, setting]) =>
      [name, setting.twin].flatMap((one) => (one === undefined ? [] : [[one, of(setting)]])),
    ),
  )

/** Settings as register and PATCH /realm tell them. */
export const settingsShape: Record<string, z.ZodType> = named(({ shape }) => told(shape))

function told(shape: Shape): z.ZodType {
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
      return z.record(z.string(), z.object({ enabled: z.boolean(), available: z.boolean() }))
    case 'group':
      return groupSetting
  }
}

/** What settings were called before feature level 241. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  new_stream_announcements_stream_id: ['notifications_stream_id'],
  signup_announcements_stream_id: ['signup_notifications_stream_id'],
}

/** Settings as PATCH /realm takes them; what else is asked of their values is asked by `changeRealmSettings`. */
export const settingsParameters: Record<string, Parameter> = Object.fromEntries(
  Object.entries(named((setting) => setting)).flatMap(([name, { shape, isFixed }]) =>
    isFixed ? [] : [[name, { ...given(shape), aliases: FORMER_NAMES[name] }]],
  ),
)

function given(shape: Shape): Parameter {
  switch (shape.kind) {
    case 'boolean':
      return json(z.boolean().optional())
    case 'integer':
    case 'code':
    case 'option':
    case 'channel':
      return json(z.int().optional())
    case 'text':
    case 'language':
      return form(text().optional())
    case 'choice':
      return jsonOrText(line().optional())
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
