import type { z } from 'zod'

/** The kinds of values of a schema that can be written as plain text. */
export interface ScalarKinds {
  readonly string: boolean
  readonly integer: boolean
  readonly float: boolean
  readonly boolean: boolean
  readonly null: boolean
  /** The schema also takes a list or an object, which only JSON can express. */
  readonly structured: boolean
}

type Kinds = { -readonly [Kind in keyof ScalarKinds]: boolean }

/** The kinds that a schema takes. An unknown kind counts as a string. */
export function scalarKinds(schema: z.ZodType): ScalarKinds {
  const kinds = {
    string: false,
    integer: false,
    float: false,
    boolean: false,
    null: false,
    structured: false,
  }
  collect(schema as unknown as z.core.$ZodTypes, kinds)
  return kinds
}

function collect(schema: z.core.$ZodTypes, kinds: Kinds): void {
  const { def } = schema._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      collect(def.innerType as z.core.$ZodTypes, kinds)
      return
    case 'nullable':
      kinds.null = true
      collect(def.innerType as z.core.$ZodTypes, kinds)
      return
    case 'pipe':
      collect(def.in as z.core.$ZodTypes, kinds)
      return
    case 'union':
      for (const option of def.options) collect(option as z.core.$ZodTypes, kinds)
      return
    case 'enum':
      for (const value of Object.values(def.entries)) collectValue(value, kinds)
      return
    case 'literal':
      for (const value of def.values) collectValue(value, kinds)
      return
    case 'number':
      kinds[isInteger(schema) ? 'integer' : 'float'] = true
      return
    case 'boolean':
      kinds.boolean = true
      return
    case 'null':
      kinds.null = true
      return
    case 'array':
    case 'tuple':
    case 'object':
    case 'record':
      kinds.structured = true
      return
    default:
      kinds.string = true
  }
}

function collectValue(value: unknown, kinds: Kinds): void {
  if (typeof value === 'number') kinds[Number.isInteger(value) ? 'integer' : 'float'] = true
  else if (typeof value === 'boolean') kinds.boolean = true
  else if (value === null) kinds.null = true
  else kinds.string = true
}

function isInteger(schema: unknown): boolean {
  return (schema as { isInt?: boolean }).isInt === true
}
