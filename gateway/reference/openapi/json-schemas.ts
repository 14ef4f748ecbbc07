import { z } from 'zod'

export type Schema = Record<string, unknown>
export type Schemas = Record<string, Schema>

/** JSON schemas made of zod schemas. */
export interface JsonSchemas {
  /** The schema of each given type, under its key. */
  readonly byKey: Readonly<Schemas>
  /** The types with an id of their own (`.meta({ id })`), which the schemas refer to. */
  readonly components: Readonly<Schemas>
}

const DEFINITION = /^#\/(?:\$defs|definitions)\/(.*)$/

/**
 * Converts all `types` in one pass, so that types with an id appear once. References point to
 * `#/components/schemas`. OpenAPI 3.1 has schemas of the draft 2020-12, AsyncAPI of the draft 7.
 */
export function jsonSchemas(
  types: Readonly<Record<string, z.ZodType>>,
  target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12',
): JsonSchemas {
  const {
    properties = {},
    $defs,
    definitions = $defs ?? {},
  } = z.toJSONSchema(z.object(types), {
    io: 'input',
    unrepresentable: 'any',
    target,
  })
  return {
    byKey: adapted(properties) as Schemas,
    components: Object.fromEntries(
      Object.entries(adapted(definitions) as Schemas).map(([name, { id, ...schema }]) => [
        nameOf(name),
        schema,
      ]),
    ),
  }
}

/** Recursive types without an id are named by zod: `__schema0`. */
const nameOf = (definition: string): string => definition.replace(/^__schema/, 'Recursive')

/** Writes references for an OpenAPI document, and leaves out keywords without meaning for clients. */
function adapted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(adapted)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).flatMap(([key, value]) => {
    const definition = key === '$ref' && typeof value === 'string' && DEFINITION.exec(value)?.[1]
    if (definition) return [[key, `#/components/schemas/${nameOf(definition)}`]]
    // An immutable list is not a field that only responses have.
    if (key === 'readOnly' && value === true) return []
    return [[key, adapted(value)]]
  })
  return withLength(withChoices(withFormat(Object.fromEntries(members))))
}

/** Says how many items a tuple has. */
function withLength(schema: Schema): Schema {
  const { prefixItems } = schema
  if (!Array.isArray(prefixItems)) return schema
  return { ...schema, items: {}, minItems: prefixItems.length, maxItems: prefixItems.length }
}

/** Lists the values of a union of literals as one `enum`. */
function withChoices(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.every((option: Schema) => 'const' in option)) return schema
  const values = anyOf.map((option: Schema) => option.const)
  const type = values.every(Number.isInteger) ? 'integer' : anyOf[0].type
  return { ...rest, type, enum: values }
}

/** Says `int64` instead of the bounds of an integer that has no bound of its own below 2^53. */
function withFormat(schema: Schema): Schema {
  if (schema.type !== 'integer') return schema
  const { minimum, maximum, ...rest } = schema
  return {
    ...rest,
    ...(maximum === Number.MAX_SAFE_INTEGER ? { format: 'int64' } : maximum !== undefined && { maximum }),
    ...(minimum !== Number.MIN_SAFE_INTEGER && minimum !== undefined && { minimum }),
  }
}
