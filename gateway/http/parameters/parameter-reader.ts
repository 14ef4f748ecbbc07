import { toUSVString } from 'node:util'
import { z } from 'zod'
import { MAX_JSON_VALUES_PER_REQUEST, MAX_LINE_PARAMETER } from '../../../config/limits.ts'
import { type ApiError, tooLong } from '../../../core/platform/errors.ts'
import { unescapePercent } from '../body/percent-encoding.ts'
import type { TextFields } from '../body/text-fields.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Parameter } from '../endpoint/parameter.ts'
import { aboutParameter } from '../errors/documented-error.ts'
import { checkJsonText, checkSizes, jsonBounds } from './bounds.ts'
import {
  confusing,
  hasLoneSurrogate,
  hasNul,
  invalid,
  missing,
  notJson,
  tooManyValues,
} from './parameter-errors.ts'
import { type ScalarKinds, scalarKinds } from './scalar-kinds.ts'
import { knownPart } from './unknown-values.ts'

/**
 * The parameters of one request before they are read; `path` in the order of the path's parameters, still
 * escaped.
 */
export interface GivenParameters {
  readonly path: readonly string[]
  readonly query: TextFields
  readonly body: TextFields
}

export interface ReadParameters {
  readonly values: Record<string, unknown>
  /** The names of unsupported parameters and of unknown values (spec.md "Conventions" 3). */
  readonly ignored: readonly string[]
}

/** Reads and validates the parameters of a request. Throws the ApiError for the first wrong one. */
export type ParameterReader = (given: GivenParameters) => ReadParameters

/** The parameters of every endpoint: `client` names the calling program. */
const COMMON_NAMES = ['client']

/** Compiles the reader of an endpoint. Throws for a parameter that cannot be read as declared. */
export function parameterReader({ method, path, params }: Endpoint): ParameterReader {
  const segments = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const known = knownNames({ params })
  const readers = Object.entries(params).map(([name, parameter]) => {
    const byBody = isReadFromBody(parameter, method)
    return {
      name,
      aliases: parameter.aliases ?? none,
      segment: parameter.place === 'path' ? segments.indexOf(name) : -1,
      byBody,
      read: textReader(name, parameter, `${method} ${path}`),
      absent: absentReader(name, parameter.schema),
    }
  })

  return ({ path, query, body }) => {
    const values: Record<string, unknown> = {}
    const seen: Seen = { ignored: [], values: 0 }
    for (const { name, aliases, segment, byBody, read, absent } of readers) {
      let text = segment === -1 ? givenText(name, byBody, query, body) : unescapePercent(path[segment]!)
      let used = name
      try {
        for (const alias of aliases) {
          const other = givenText(alias, byBody, query, body)
          if (other === undefined) continue
          if (text !== undefined) throw confusing(used, alias)
          text = other
          used = alias
        }
        const value = text === undefined ? undefined : read(text, seen)
        values[name] = value === undefined ? absent() : value
      } catch (error) {
        throw aboutParameter(name, error)
      }
    }
    const names = ignoredNames(known, query, body)
    return { values, ignored: seen.ignored.length === 0 ? names : [...names, ...seen.ignored] }
  }
}

const givenText = (name: string, byBody: boolean, query: TextFields, body: TextFields): string | undefined =>
  (byBody ? body.get(name) : undefined) ?? query.get(name)

/** Whether a parameter of the endpoint is read from the body. */
export const hasFormParameters = ({ method, params }: Endpoint): boolean =>
  Object.values(params).some((parameter) => isReadFromBody(parameter, method))

export const isReadFromBody = ({ place }: Parameter, method: Endpoint['method']): boolean =>
  place === 'form' || (place === 'byMethod' && method !== 'GET')

/**
 * Whether `text`, still escaped, can be a value of this path parameter; if not, the path is of another
 * endpoint.
 */
export function pathMatcher(parameter: Parameter): (text: string) => boolean {
  const kinds = scalarKinds(parameter.schema)
  return kinds.string ? () => true : (text) => /^\d+$/.test(text)
}

/** The names of an endpoint's parameters, former names included. */
function knownNames({ params }: Pick<Endpoint, 'params'>): ReadonlySet<string> {
  const aliases = Object.values(params).flatMap((parameter) => parameter.aliases ?? [])
  return new Set([...COMMON_NAMES, ...Object.keys(params), ...aliases])
}

/** `ignored` and the names of the unsupported fields that came with a file. */
export function withIgnoredFields(
  endpoint: Pick<Endpoint, 'params'>,
  ignored: readonly string[],
  fields: TextFields,
): readonly string[] {
  const known = knownNames(endpoint)
  return [...new Set([...ignored, ...[...fields.keys()].filter((name) => !known.has(name))])]
}

const none: readonly string[] = []

function ignoredNames(known: ReadonlySet<string>, query: TextFields, body: TextFields): readonly string[] {
  let ignored: Set<string> | undefined
  for (const fields of [query, body]) {
    if (fields.size === 0) continue
    for (const name of fields.keys()) {
      if (known.has(name)) continue
      ignored ??= new Set()
      ignored.add(name)
    }
  }
  if (ignored === undefined) return none
  for (const name of ignored) {
    const fault = storageFault(name)
    if (fault) throw fault('A parameter name')
    if (name.length > MAX_LINE_PARAMETER) {
      throw tooLong('A parameter name', MAX_LINE_PARAMETER)
    }
  }
  return [...ignored]
}

/**
 * Returns the value of an absent parameter, objects as a new copy each time; throws when the parameter is
 * required.
 */
function absentReader(name: string, schema: z.ZodType): () => unknown {
  const result = schema.safeParse(undefined)
  if (!result.success) {
    return () => {
      throw missing(name)
    }
  }
  if (typeof result.data === 'object' && result.data !== null) return () => schema.parse(undefined)
  return () => result.data
}

/** The parameters of a request that were read so far. */
interface Seen {
  /** Ignored parts of values. */
  readonly ignored: string[]
  /** Values in JSON parameters. */
  values: number
}

/** Reads the text of a parameter and counts it in `seen`. Undefined when the whole value is ignored. */
type TextReader = (text: string, seen: Seen) => unknown

function textReader(name: string, parameter: Parameter, where: string): TextReader {
  const { encoding, schema, ignoresUnknown } = parameter
  const kinds = scalarKinds(schema)
  if (encoding === 'text' && kinds.structured) {
    throw new Error(`${where}: parameter ${name} can be a list or an object, so it must be json(…)`)
  }
  const check = (value: unknown, seen: Seen): unknown => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    const known = ignoresUnknown && knownPart(name, schema, value)
    if (!known) throw invalid(name, schema, value)
    seen.ignored.push(...known.ignored)
    return known.value
  }
  const guarded =
    (read: TextReader): TextReader =>
    (text, seen) => {
      const fault = storageFault(text)
      if (fault) throw fault(name)
      return read(text, seen)
    }
  if (encoding === 'text') {
    if (kinds.string && !kinds.integer && !kinds.float && !kinds.boolean && !kinds.null) return guarded(check)
    const largest = parameter.place === 'path' ? largestId(schema) : Number.POSITIVE_INFINITY
    return guarded((text, seen) => {
      let scalar = scalarOf(text, kinds)
      if (typeof scalar === 'number' && scalar > largest) scalar = NO_ID
      const isText = scalar !== text && kinds.string && !schema.safeParse(scalar).success
      return check(isText && schema.safeParse(text).success ? text : scalar, seen)
    })
  }
  const bounds = jsonBounds(schema)
  /** False for a text that is no JSON. */
  const countValues = (text: string, seen: Seen): boolean => {
    const values = checkJsonText(name, text, bounds)
    if (values === undefined) return false
    seen.values += values
    if (seen.values > MAX_JSON_VALUES_PER_REQUEST) throw tooManyValues(name, MAX_JSON_VALUES_PER_REQUEST)
    return true
  }
  if (encoding === 'json') {
    return guarded((text, seen) => {
      if (!countValues(text, seen)) throw notJson(name)
      const value = parseJson(name, text)
      checkSizes(name, schema, value)
      return check(value, seen)
    })
  }
  return guarded((text, seen) => {
    if (!countValues(text, seen) || !BEGINS_AS_JSON.test(text)) return check(text, seen)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return check(text, seen)
    }
    checkSizes(name, schema, value)
    const isScalar = typeof value !== 'object' || value === null
    if (isScalar && !schema.safeParse(value).success && schema.safeParse(text).success)
      return check(text, seen)
    checkStorable(name, text, value)
    return check(value, seen)
  })
}

/** No object has this id. */
const NO_ID = 0

/**
 * The largest id that a parameter of the path takes. A larger one is read as `NO_ID`: the endpoint then
 * answers as for an object that does not exist.
 */
const largestId = (schema: z.ZodType): number =>
  schema instanceof z.ZodNumber ? (schema.maxValue ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY

/** Most names do not begin so. An error of JSON.parse costs more than everything else about a parameter. */
const BEGINS_AS_JSON = /^\s*(?:[[{"\d-]|true|false|null)/

const INTEGER = /^-?\d{1,20}$/
const FLOAT = /^-?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/

/** The scalar that `text` represents, if the schema takes its kind; else the text itself. */
function scalarOf(text: string, kinds: ScalarKinds): unknown {
  if (kinds.integer && INTEGER.test(text)) return Number(text)
  if ((kinds.float || kinds.integer) && FLOAT.test(text)) return Number(text)
  if (kinds.boolean && text === 'true') return true
  if (kinds.boolean && text === 'false') return false
  if (kinds.null && text === 'null') return null
  return text
}

function parseJson(name: string, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson(name)
  }
  checkStorable(name, text, value)
  return value
}

/** Throws when the JSON `text` escapes a character that cannot be stored in a string inside `value`. */
function checkStorable(name: string, text: string, value: unknown): void {
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(text)) return
  const pending = [value]
  while (pending.length > 0) {
    const item = pending.pop()
    if (typeof item === 'string') {
      const fault = storageFault(item)
      if (fault) throw fault(name)
    } else if (typeof item === 'object' && item !== null) {
      for (const [key, inner] of Object.entries(item)) pending.push(key, inner)
    }
  }
}

function storageFault(text: string): ((name: string) => ApiError) | undefined {
  if (text.includes('\0')) return hasNul
  return toUSVString(text) === text ? undefined : hasLoneSurrogate
}
