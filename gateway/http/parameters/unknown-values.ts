import type { z } from 'zod'
import { formatPath, mostSpecific } from './parameter-errors.ts'
import { scalarKinds } from './scalar-kinds.ts'

/** A value with more unknown entries is refused. */
const MAX_IGNORED = 100

/**
 * Issues of a value that this server does not know. Other issues mean that a known value is out of bounds.
 */
const UNKNOWN: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'invalid_key',
  'unrecognized_keys',
])

export interface KnownPart {
  /** The parsed known part; undefined when no part of the value is known. */
  readonly value: unknown
  /** The parameter's name, or the names of its ignored entries (`event_types[2]`). */
  readonly ignored: readonly string[]
}

/**
 * The part of a refused value that `schema` takes, for a parameter that `ignoresUnknown`. Undefined when the
 * value is wrong for another reason than being unknown.
 */
export function knownPart(name: string, schema: z.ZodType, value: unknown): KnownPart | undefined {
  const isStructured = scalarKinds(schema).structured
  const { error } = schema.safeParse(value)
  if (error === undefined) return { value, ignored: [] }
  const entries = new Set<PropertyKey>()
  for (const issue of error.issues) {
    if (!UNKNOWN.has(mostSpecific([issue]).code)) return undefined
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) entries.add(key)
    else if (issue.path.length > 0) entries.add(issue.path[0]!)
    else if (isStructured) return undefined
    else return { value: undefined, ignored: [name] }
  }
  if (entries.size > MAX_IGNORED) return undefined
  const rest = schema.safeParse(without(value, entries))
  if (!rest.success) return undefined
  return { value: rest.data, ignored: [...entries].map((entry) => name + formatPath([entry])) }
}

function without(value: unknown, entries: ReadonlySet<PropertyKey>): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => !entries.has(index))
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => !entries.has(key)))
}
