import { z } from 'zod'

/** The part of JSON Schema that zod writes for our declarations. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly title?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** A value as readers see it: its type in words, its bounds, and the fields inside. */
export interface DescribedValue {
  /** "list of integers", "string or null". Names of values are in backticks. */
  readonly type: string
  readonly bounds: readonly string[]
  /** The allowed values, when they are listed. */
  readonly choices: readonly unknown[]
  readonly fields: readonly DescribedField[]
}

export interface DescribedField extends DescribedValue {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
  readonly default: unknown
}

type Shape = Readonly<Record<string, z.ZodType>>
type Definitions = Readonly<Record<string, JsonSchema>>

/** Describes the fields of an object as clients send or get them. */
export function describeFields(shape: Shape): DescribedField[] {
  const schema = z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' }) as JsonSchema & {
    readonly $defs?: Definitions
  }
  return fieldsOf(schema, { definitions: schema.$defs ?? {}, within: [] })
}

interface Place {
  readonly definitions: Definitions
  /** The named schemas around this one, which end a recursion. */
  readonly within: readonly string[]
}

function fieldsOf(schema: JsonSchema, place: Place): DescribedField[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    isRequired: required.has(name),
    description: descriptionOf(property, place),
    default: property.default,
    ...describe(property, place),
  }))
}

function descriptionOf(schema: JsonSchema, { definitions }: Place): string {
  if (schema.description !== undefined) return schema.description
  return (schema.$ref && definitions[nameOf(schema.$ref)]?.description) || ''
}

const nameOf = (reference: string): string => reference.replace(/^#\/\$defs\//, '')

const NOTHING: Omit<DescribedValue, 'type'> = { bounds: [], choices: [], fields: [] }

function describe(schema: JsonSchema, place: Place): DescribedValue {
  if (schema.$ref !== undefined) return describeReference(schema.$ref, place)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return describeAlternatives(alternatives, place)
  if (schema.allOf !== undefined) return describe(merged(schema.allOf), place)
  if (schema.const !== undefined) return { ...NOTHING, type: code(schema.const) }
  if (schema.enum !== undefined) {
    const isShort = schema.enum.length <= 4
    if (isShort) return { ...NOTHING, type: schema.enum.map(code).join(' or ') }
    return { ...NOTHING, type: plainType(schema), choices: schema.enum }
  }
  if (schema.type === 'array') return describeList(schema, place)
  if (schema.type === 'object') return describeObject(schema, place)
  return { ...NOTHING, type: plainType(schema), bounds: boundsOf(schema) }
}

function describeReference(reference: string, place: Place): DescribedValue {
  const name = nameOf(reference)
  const target = place.definitions[name]
  if (target === undefined || place.within.includes(name)) return { ...NOTHING, type: 'object as above' }
  return describe(target, { ...place, within: [...place.within, name] })
}

function describeAlternatives(alternatives: readonly JsonSchema[], place: Place): DescribedValue {
  const described = alternatives.map((each) => describe(each, place))
  const unique = (values: readonly string[]) => [...new Set(values)]
  const types = unique(described.map(({ type }) => type))
  const fields = new Map<string, DescribedField>()
  for (const each of described) for (const field of each.fields) fields.set(field.name, field)
  const withFields = described.filter((each) => each.fields.length > 0)
  const isAlwaysPresent = (name: string) =>
    withFields.every((each) => each.fields.some((field) => field.name === name && field.isRequired))
  return {
    type: types.join(' or '),
    bounds: unique(described.flatMap(({ bounds }) => bounds)),
    choices: described.flatMap(({ choices }) => choices),
    fields: [...fields.values()].map((field) => ({ ...field, isRequired: isAlwaysPresent(field.name) })),
  }
}

function describeList(schema: JsonSchema, place: Place): DescribedValue {
  if (schema.prefixItems !== undefined) {
    const parts = schema.prefixItems.map((item) => describe(item, place).type)
    return { ...NOTHING, type: `list of ${schema.prefixItems.length}: ${parts.join(', ')}` }
  }
  const item: DescribedValue = schema.items ? describe(schema.items, place) : { ...NOTHING, type: 'anything' }
  return {
    ...item,
    type: `list of ${plural(item.type)}`,
    bounds: [...itemBounds(schema), ...item.bounds.map((bound) => `each ${bound}`)],
  }
}

function describeObject(schema: JsonSchema, place: Place): DescribedValue {
  const { additionalProperties: values, properties } = schema
  if (properties === undefined && typeof values === 'object') {
    const value = describe(values, place)
    return { ...value, type: `object of ${plural(value.type)}` }
  }
  return { ...NOTHING, type: 'object', fields: fieldsOf(schema, place) }
}

const merged = (parts: readonly JsonSchema[]): JsonSchema => ({
  type: 'object',
  properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, JsonSchema>,
  required: parts.flatMap(({ required = [] }) => required),
})

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``

const PLURALS: Readonly<Record<string, string>> = {
  integer: 'integers',
  number: 'numbers',
  string: 'strings',
  boolean: 'booleans',
  object: 'objects',
}

const plural = (type: string): string => {
  const parts = type.split(' or ')
  return parts
    .map((part) => PLURALS[part] ?? part.replace(/^list /, 'lists ').replace(/^object /, 'objects '))
    .join(' or ')
}

function plainType({ type, format, enum: choices }: JsonSchema): string {
  if (format === 'uri') return 'URL'
  if (type === undefined) return choices === undefined ? 'anything' : typeof choices[0]
  return typeof type === 'string' ? type : type.join(' or ')
}

function boundsOf(schema: JsonSchema): string[] {
  const { type, minimum, maximum, minLength, maxLength, format, pattern } = schema
  if (type === 'string') {
    return [
      ...(minLength === 1 && maxLength === undefined ? ['not empty'] : []),
      ...range(minLength, maxLength, 'characters'),
      ...(format !== undefined && format !== 'uri' ? [`format ${format}`] : []),
      ...(format === undefined && pattern !== undefined ? [`matches \`${pattern}\``] : []),
    ]
  }
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const most = maximum !== undefined && maximum < 2_147_483_647 ? maximum : undefined
  return range(least, most)
}

const itemBounds = ({ minItems, maxItems }: JsonSchema): string[] => range(minItems, maxItems, 'items')

/** "at most 60 characters", "1 to 10". Nothing for bounds that every value meets. */
function range(least: number | undefined, most: number | undefined, unit = ''): string[] {
  const number = (value: number) => value.toLocaleString('en-US')
  const end = unit === '' ? '' : ` ${unit}`
  const isAnyLength = unit !== '' && (least === undefined || least <= 1)
  if (most !== undefined && least !== undefined && !isAnyLength)
    return [`${number(least)} to ${number(most)}${end}`]
  if (most !== undefined) return [`at most ${number(most)}${end}`]
  if (least !== undefined && !(unit !== '' && least <= 1)) return [`at least ${number(least)}${end}`]
  return []
}
