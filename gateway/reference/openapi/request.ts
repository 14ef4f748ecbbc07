import type { Endpoint } from '../../http/endpoint/endpoint.ts'
import type { Parameter } from '../../http/endpoint/parameter.ts'
import type { Schema, Schemas } from './json-schemas.ts'

/** A parameter with the JSON schema of its value. */
interface NamedParameter {
  readonly name: string
  readonly parameter: Parameter
  readonly schema: Schema
  readonly isRequired: boolean
}

const FORM = 'application/x-www-form-urlencoded'
const FORM_WITH_FILE = 'multipart/form-data'

/** `parameters` and `requestBody` of an operation. `types` is the schema of an object with all parameters. */
export function requestOf(endpoint: Endpoint, types: Schema): Schema {
  const { properties = {}, required = [] } = types as { properties?: Schemas; required?: string[] }
  const all = Object.entries(endpoint.params).map(([name, parameter]) => ({
    name,
    parameter,
    schema: properties[name]!,
    // A former name may be given instead, which a schema cannot say.
    isRequired: required.includes(name) && (parameter.aliases ?? []).length === 0,
  }))
  const parameters = all.filter(({ parameter }) => !isInBody(endpoint, parameter)).flatMap(outsideBody)
  const fields = all.filter(({ parameter }) => isInBody(endpoint, parameter))
  const requestBody = bodyOf(endpoint, fields)
  return { ...(parameters.length > 0 && { parameters }), ...(requestBody && { requestBody }) }
}

const isInBody = ({ method, file }: Endpoint, { place }: Parameter): boolean =>
  file === undefined && (place === 'form' || (place === 'byMethod' && method !== 'GET'))

/** Whether the text of a value is sent as it is. The JSON of numbers and booleans is their text. */
function isPlain(encoding: Parameter['encoding'], schema: Schema): boolean {
  if (encoding === 'text') return true
  const { anyOf, type } = schema as { anyOf?: Schema[]; type?: string }
  if (anyOf !== undefined) return anyOf.every((option) => isPlain(encoding, option))
  return type === 'boolean' || type === 'integer' || (type === 'string' && encoding === 'jsonOrText')
}

/** A parameter of the path or the query string, and its former names. */
function outsideBody({ name, parameter, schema, isRequired }: NamedParameter): Schema[] {
  const { place, encoding, aliases = [], description, example } = parameter
  const carried = (shown: unknown) => {
    const shownAs = shown === undefined ? {} : { example: shown }
    return isPlain(encoding, schema)
      ? { schema, ...shownAs }
      : { content: { 'application/json': { schema, ...shownAs } } }
  }
  const where = place === 'path' ? 'path' : 'query'
  return [
    { name, in: where, ...(description && { description }), required: isRequired, ...carried(example) },
    ...aliases.map((alias) => ({
      name: alias,
      in: where,
      required: false,
      ...formerName(name),
      ...carried(undefined),
    })),
  ]
}

function bodyOf({ file, optionalFile }: Endpoint, fields: readonly NamedParameter[]): Schema | undefined {
  if (file !== undefined) {
    const schema = { type: 'object', properties: { [file]: FILE }, required: [file] }
    return { required: true, content: { [FORM_WITH_FILE]: { schema } } }
  }
  if (fields.length === 0) return undefined
  const properties = Object.fromEntries(fields.flatMap(fieldProperties))
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  const asJson = fields
    .filter(({ parameter: { encoding }, schema }) => !isPlain(encoding, schema))
    .flatMap(({ name, parameter: { aliases = [] } }) => [name, ...aliases])
  const encoding = Object.fromEntries(asJson.map((name) => [name, { contentType: 'application/json' }]))
  const type = { schema, ...(asJson.length > 0 && { encoding }) }
  if (optionalFile === undefined) return { required: required.length > 0, content: { [FORM]: type } }
  // Generators of clients know no body that is optional and has two types; a form without the file may be
  // sent too.
  const withFile = { ...schema, properties: { ...properties, [optionalFile.part]: FILE } }
  return { required: required.length > 0, content: { [FORM_WITH_FILE]: { ...type, schema: withFile } } }
}

/** A field of the form, and its former names. */
function fieldProperties({ name, parameter, schema }: NamedParameter): [string, Schema][] {
  const { aliases = [], description, example } = parameter
  const described = {
    ...schema,
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
  return [
    [name, described],
    ...aliases.map((alias): [string, Schema] => [alias, { ...schema, ...formerName(name) }]),
  ]
}

const FILE: Schema = { type: 'string', format: 'binary', description: 'The file, with its name.' }

/** The description of a former name of a parameter. */
const formerName = (name: string): Schema => ({
  deprecated: true,
  description: `Former name of \`${name}\`. Give one of the two.`,
})
