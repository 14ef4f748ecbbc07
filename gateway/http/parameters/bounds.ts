import { z } from 'zod'
import { MAX_JSON_PARAMETER, MAX_JSON_VALUES_PER_REQUEST } from '../../../config/limits.ts'
import { tooLong, tooManyItems } from '../../../core/platform/errors.ts'
import { tooDeeplyNested, tooManyMembers, tooManyValues, tooMuchSpace } from './parameter-errors.ts'

/** Deeper nesting of lists and objects is refused. No parameter needs as much. */
const MAX_JSON_DEPTH = 32
/**
 * JSON text of this length is always accepted, whatever the schema, because clients add members of their own.
 */
const LEAST_JSON_CHARACTERS = 10_000
/** Characters of a number outside of strings. A longer one takes long to convert. */
const MAX_NUMBER_CHARACTERS = 1000
/** White space between the values of a JSON text: 10 characters for each of 20,000 ids. */
const MAX_JSON_SPACE = 200_000
/** Values, and names of members, that are accepted beside the schema's, for the same reason. */
const SPARE_JSON_VALUES = 1000

/** An object with at most `max` members of any name, a maximum that `z.record` cannot express. */
export const dict = <S extends z.ZodType>(value: S, max: number, keyLength = 100): Dict<S> =>
  new Dict({ type: 'record', keyType: z.string().max(keyLength), valueType: value }).meta({
    maxProperties: max,
  }) as Dict<S>

type Dict<S extends z.ZodType> = z.ZodRecord<z.ZodString, S>

/**
 * As `z.record`, except that a member `__proto__` is like any other. `z.record` leaves it out without an
 * error.
 */
const Dict = z.core.$constructor<z.ZodRecord>('Dict', (inst, def) => {
  z.ZodRecord.init(inst, def)
  const { parse } = inst._zod
  inst._zod.parse = (payload, context) => {
    const input = payload.value
    const result = parse(payload, context)
    if (result instanceof Promise || !isObject(input) || !Object.hasOwn(input, PROTO)) return result
    const member = def.valueType._zod.run({ value: input[PROTO], issues: [] }, context)
    if (member instanceof Promise) throw new z.core.$ZodAsyncError()
    result.issues.push(...z.core.util.prefixIssues(PROTO, member.issues))
    const property = { value: member.value, enumerable: true, writable: true, configurable: true }
    Object.defineProperty(result.value, PROTO, property)
    return result
  }
})

const PROTO = '__proto__'

const isObject = (value: unknown): value is Record<string, unknown> => z.core.util.isPlainObject(value)

/** A value of any type, whose JSON text has at most `characters`. The handler validates it. */
export const anyValue = (characters: number) => z.unknown().meta({ 'x-maxLength': characters })

type Schema = z.core.$ZodTypes

/** The schema inside wrappers (`optional`, `default`, `readonly`, …). */
function unwrapped(schema: Schema): Schema {
  const { def } = schema._zod
  if (def.type === 'pipe') return unwrapped(def.in as Schema)
  if (def.type === 'lazy') return unwrapped(def.getter() as Schema)
  return 'innerType' in def ? unwrapped(def.innerType as Schema) : schema
}

/** The `.max(…)` of a list or a string. */
function maximumOf(schema: Schema): number | undefined {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def as z.core.$ZodCheckMaxLengthDef)
  return checks.find(({ check }) => check === 'max_length')?.maximum
}

const maxPropertiesOf = (schema: Schema): number | undefined =>
  z.globalRegistry.get(schema)?.maxProperties as number | undefined

const maxTextOf = (schema: Schema): number | undefined =>
  z.globalRegistry.get(schema)?.['x-maxLength'] as number | undefined

/**
 * The paths of the parts of a parameter without a maximum: lists and strings without `max`, records that are
 * not a `dict`, and values of any type. Empty when the whole parameter is bounded.
 */
export function unboundedParts(schema: z.ZodType, path: string): string[] {
  const inner = unwrapped(schema as unknown as Schema)
  const { def } = inner._zod
  const within = (part: z.core.$ZodType, where: string) => unboundedParts(part as z.ZodType, path + where)
  switch (def.type) {
    case 'string':
      return maximumOf(inner) === undefined ? [path] : []
    case 'array':
      return [...(maximumOf(inner) === undefined ? [`${path}[]`] : []), ...within(def.element, '[]')]
    case 'tuple':
      return def.items.flatMap((item, index) => within(item, `[${index}]`))
    case 'record':
      return [
        ...(maxPropertiesOf(inner) === undefined ? [`${path}{}`] : []),
        ...within(def.keyType, '{key}'),
        ...within(def.valueType, '{}'),
      ]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => within(part, `.${name}`))
    case 'union':
      return def.options.flatMap((option) => within(option, ''))
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
      return []
    case 'unknown':
      return maxTextOf(inner) === undefined ? [path] : []
    default:
      return [path]
  }
}

/** The length in characters of the longest string that a value can be; 0 when it cannot be a string. */
export function textCharacters(schema: z.ZodType): number {
  const inner = unwrapped(schema as unknown as Schema)
  const { def } = inner._zod
  if (def.type === 'string') return maximumOf(inner) ?? Number.POSITIVE_INFINITY
  if (def.type === 'union')
    return Math.max(...def.options.map((option) => textCharacters(option as z.ZodType)))
  return 0
}

/**
 * The length in characters of a value's longest JSON text, with every character of its strings escaped, but
 * at most `MAX_JSON_PARAMETER`.
 */
export function jsonCharacters(schema: z.ZodType): number {
  const characters = Math.max(LEAST_JSON_CHARACTERS, 2 * longest(schema as unknown as Schema))
  return Math.min(characters, MAX_JSON_PARAMETER)
}

function longest(schema: Schema): number {
  const inner = unwrapped(schema)
  const { def } = inner._zod
  const of = (part: z.core.$ZodType) => longest(part as Schema)
  switch (def.type) {
    case 'string':
      return 2 + 6 * (maximumOf(inner) ?? 0)
    case 'array':
      return 2 + (maximumOf(inner) ?? 0) * (2 + of(def.element))
    case 'tuple':
      return 2 + def.items.reduce((sum, item) => sum + 2 + of(item), 0)
    case 'record':
      return 2 + (maxPropertiesOf(inner) ?? 0) * (4 + of(def.keyType) + of(def.valueType))
    case 'object':
      return Object.entries(def.shape).reduce((sum, [name, part]) => sum + 6 + name.length + of(part), 2)
    case 'union':
      return Math.max(...def.options.map(of))
    case 'literal':
      return Math.max(...def.values.map((value) => 2 + 6 * String(value).length))
    case 'enum':
      return Math.max(...Object.values(def.entries).map((value) => 2 + 6 * String(value).length))
    case 'unknown':
      return maxTextOf(inner) ?? 0
    default:
      return 25
  }
}

/** The bounds of a parameter's JSON text, which hold before it is parsed. */
export interface JsonBounds {
  readonly characters: number
  /** Values inside the text, each name of a member counted as one. */
  readonly values: number
  /** Names of members inside the text: an object with many names takes long to parse. */
  readonly members: number
  /** Entries of a list; undefined where the value can be something else, or a list without a maximum. */
  readonly items: number | undefined
}

export function jsonBounds(schema: z.ZodType): JsonBounds {
  const inner = unwrapped(schema as unknown as Schema)
  return {
    characters: jsonCharacters(schema),
    values: Math.min(mostValues(inner) + SPARE_JSON_VALUES, MAX_JSON_VALUES_PER_REQUEST),
    members: mostMembers(inner) + SPARE_JSON_VALUES,
    items: inner._zod.def.type === 'array' ? maximumOf(inner) : undefined,
  }
}

/** The number of values in the largest value, each name of a member counted as one. */
function mostValues(schema: Schema): number {
  const inner = unwrapped(schema)
  const { def } = inner._zod
  const of = (part: z.core.$ZodType) => mostValues(part as Schema)
  switch (def.type) {
    case 'array':
      return 1 + (maximumOf(inner) ?? 0) * of(def.element)
    case 'tuple':
      return def.items.reduce((sum, item) => sum + of(item), 1)
    case 'record':
      return 1 + (maxPropertiesOf(inner) ?? 0) * (1 + of(def.valueType))
    case 'object':
      return Object.values(def.shape).reduce((sum, part) => sum + 1 + of(part), 1)
    case 'union':
      return Math.max(...def.options.map(of))
    case 'unknown':
      return Math.ceil((maxTextOf(inner) ?? 0) / 2)
    default:
      return 1
  }
}

/** The number of names of members in the largest value. */
function mostMembers(schema: Schema): number {
  const inner = unwrapped(schema)
  const { def } = inner._zod
  const of = (part: z.core.$ZodType) => mostMembers(part as Schema)
  switch (def.type) {
    case 'array':
      return (maximumOf(inner) ?? 0) * of(def.element)
    case 'tuple':
      return def.items.reduce((sum, item) => sum + of(item), 0)
    case 'record':
      return (maxPropertiesOf(inner) ?? 0) * (1 + of(def.valueType))
    case 'object':
      return Object.values(def.shape).reduce((sum, part) => sum + 1 + of(part), 0)
    case 'union':
      return Math.max(...def.options.map(of))
    case 'unknown':
      return Math.ceil((maxTextOf(inner) ?? 0) / 2)
    default:
      return 0
  }
}

/**
 * Throws BAD_REQUEST for JSON that is too long, has too many values or is nested too deeply, before it is
 * parsed. Returns the number of values, undefined for a text that has something between its strings that no
 * JSON has, or a very long number.
 */
export function checkJsonText(name: string, text: string, bounds: JsonBounds): number | undefined {
  if (text.length > bounds.characters) throw tooLong(name, bounds.characters)
  const mostItems = bounds.items ?? Number.POSITIVE_INFINITY
  let depth = 0
  let values = 1
  let items = 1
  let members = 0
  let spaces = 0
  let wordStart = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < KINDS.length ? KINDS[code] : NOT_JSON
    if (kind === PLAIN) {
      if (i - wordStart >= MAX_NUMBER_CHARACTERS) return undefined
      continue
    }
    wordStart = i + 1
    if (kind === SPACE) {
      if (++spaces > MAX_JSON_SPACE) throw tooMuchSpace(name, MAX_JSON_SPACE)
      continue
    }
    if (kind === QUOTE) {
      i = endOfString(text, i)
      wordStart = i + 1
      continue
    }
    if (kind === NOT_JSON) return undefined
    if (kind === CLOSE) {
      if (--depth < 0) return undefined
      continue
    }
    if (kind === OPEN && ++depth > MAX_JSON_DEPTH) throw tooDeeplyNested(name, MAX_JSON_DEPTH)
    if (kind === COLON) members++
    if (kind === COMMA && depth === 1 && ++items > mostItems) throw tooManyItems(name, mostItems)
    if (++values > bounds.values) throw tooManyValues(name, bounds.values)
  }
  if (members > bounds.members) throw tooManyMembers(name, bounds.members)
  return values
}

/** The index of the quote that ends the string that begins at `start`, the text's length without one. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1)
  if (quote === -1) return text.length
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote
  // Many escaped quotes are found faster one by one.
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === DOUBLE_QUOTE) return i
  }
  return text.length
}

const BACKSLASH = 92
const DOUBLE_QUOTE = 34

const NOT_JSON = 0
const PLAIN = 1
const QUOTE = 2
const OPEN = 3
const CLOSE = 4
const COMMA = 5
const COLON = 6
const SPACE = 7

/** What a character means in JSON outside of strings, by its code. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  const kind = '"[]{},:'.indexOf(character)
  if (kind !== -1) return [QUOTE, OPEN, CLOSE, OPEN, CLOSE, COMMA, COLON][kind]!
  if (/\s/.test(character)) return SPACE
  return /[\w.+-]/.test(character) ? PLAIN : NOT_JSON
})

/**
 * Throws BAD_REQUEST for a list or an object with more entries than its schema allows. Runs before the schema
 * validates each item, so that a list of a million wrong items costs no more than counting them.
 */
export function checkSizes(name: string, schema: z.ZodType, value: unknown): void {
  const fault = tooLarge(schema as unknown as Schema, value, name)
  if (fault !== undefined) throw tooManyItems(fault.path, fault.max)
}

/** The path of a list or an object with more than `max` entries. */
interface TooLarge {
  readonly path: string
  readonly max: number
}

function tooLarge(schema: Schema, value: unknown, path: string): TooLarge | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const inner = unwrapped(schema)
  const { def } = inner._zod
  switch (def.type) {
    case 'union':
      return ofUnion(def.options as readonly Schema[], value, path)
    case 'array': {
      if (!Array.isArray(value)) return undefined
      const max = maximumOf(inner)
      if (max !== undefined && value.length > max) return { path, max }
      return first(value, (item, index) => tooLarge(def.element as Schema, item, `${path}[${index}]`))
    }
    case 'object': {
      const members = value as Record<string, unknown>
      return first(Object.entries(def.shape), ([name, part]) =>
        Object.hasOwn(members, name)
          ? tooLarge(part as Schema, members[name], `${path}["${name}"]`)
          : undefined,
      )
    }
    case 'record': {
      const members = Object.entries(value)
      const max = maxPropertiesOf(inner)
      if (max !== undefined && members.length > max) return { path, max }
      return first(members, ([name, part]) => tooLarge(def.valueType as Schema, part, `${path}["${name}"]`))
    }
    default:
      return undefined
  }
}

/** A value is too large for a union when it is too large for every option of its kind. */
function ofUnion(options: readonly Schema[], value: object, path: string): TooLarge | undefined {
  const kinds = Array.isArray(value) ? ['array', 'tuple'] : ['object', 'record']
  const faults = optionsOf(options)
    .filter((option) => kinds.includes(option._zod.def.type))
    .map((option) => tooLarge(option, value, path))
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined
}

/** The options, with unions among them replaced by their own options. */
function optionsOf(options: readonly Schema[]): Schema[] {
  return options.map(unwrapped).flatMap((option) => {
    const { def } = option._zod
    return def.type === 'union' ? optionsOf(def.options as readonly Schema[]) : [option]
  })
}

function first<T, R>(items: readonly T[], of: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = of(item, index)
    if (found !== undefined) return found
  }
  return undefined
}
