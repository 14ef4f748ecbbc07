import { z } from 'zod'
import type { Setting, Shape } from '../../core/realm/setting.ts'
import { REALM_SETTINGS } from '../../core/realm/settings.ts'
import { form, json, jsonOrText, type Parameter } from '../http/parameter.ts'
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

/** Settings as PATCH /realm takes them; what else is asked of their values is asked by `changeRealmSettings`. */
export const settingsParameters: Record<string, Parameter> = Object.fromEntries(
  Object.entries(named((setting) => setting)).flatMap(([name, { shape, isFixed }]) =>
    isFixed ? [] : [[name, given(shape)]],
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
      return form(z.string().optional())
    case 'choice':
      return jsonOrText(z.string().optional())
    case 'server-url':
      return jsonOrText(z.string().optional())
    case 'limit':
      return json(z.union([z.int(), z.string()]).optional())
    case 'methods':
      return json(z.record(z.string(), z.boolean()).optional())
    case 'group':
      return json(groupSettingChange.optional())
  }
}
