import { z } from 'zod'
import { operationIdOf } from '../reference/operation-page.ts'
import type { Access } from './call.ts'
import { type Endpoint, endpoint, rawJson } from './endpoint.ts'
import type { Parameter } from './parameter.ts'

/** The security of accesses that work without credentials. */
const SECURITY: Partial<Record<Access, readonly object[]>> = {
  anyone: [],
  anyoneOrUser: [{}, { basic: [] }],
  userOrSpectator: [{}, { basic: [] }],
}

type Schema = Record<string, unknown>
type Schemas = Record<string, Schema>

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** OpenAPI 3.1 for `endpoints`, from their declarations alone. Equal input gives an equal document. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Schema {
  const schemas: Schemas = { Error: ERROR }
  const paths: Record<string, Schema> = {}
  for (const declared of endpoints) {
    paths[declared.path] ??= {}
    paths[declared.path]![declared.method.toLowerCase()] = operation(declared, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loquat',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'E-mail and API key.' },
      },
    },
  }
}

/** GET /openapi.json: the document of `endpoints` and of itself. */
export function openApiEndpoint(endpoints: readonly Endpoint[], version: string): Endpoint {
  let document: string | undefined
  const self: Endpoint = endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    summary: 'Describe this interface as OpenAPI 3.1',
    response: { openapi: z.string(), ...DOCUMENT_FIELDS },
    handler: () => {
      document ??= JSON.stringify(openApiDocument([...endpoints, self], version))
      return rawJson(document)
    },
  })
  return self
}

const DOCUMENT_FIELDS = Object.fromEntries(
  ['info', 'servers', 'paths', 'components'].map((name) => [name, z.unknown()]),
)

const ERROR: Schema = {
  type: 'object',
  properties: { result: { const: 'error' }, msg: { type: 'string' }, code: { type: 'string' } },
  required: ['result', 'msg', 'code'],
}

function operation(declared: Endpoint, schemas: Schemas): Schema {
  const { method, path, params, access, summary } = declared
  const operationId = operationIdOf(method, path)
  const all = Object.entries(params)
  const types = jsonSchema(
    z.object(Object.fromEntries(all.map(([name, { schema }]) => [name, schema]))),
    operationId,
    schemas,
  )
  const properties = (types.properties ?? {}) as Schemas
  const required = new Set((types.required ?? []) as string[])
  const inBody = ({ place }: Parameter) => place === 'form' || (place === 'byMethod' && method !== 'GET')

  const parameters = all
    .filter(([, parameter]) => !inBody(parameter))
    .flatMap(([name, { place, encoding, aliases = [] }]) => {
      const type = properties[name]!
      const carried = {
        in: place === 'path' ? 'path' : 'query',
        ...(encoding === 'text' ? { schema: type } : { content: { 'application/json': { schema: type } } }),
      }
      const former = aliases.map((alias) => ({
        name: alias,
        required: false,
        ...formerName(name),
        ...carried,
      }))
      return [{ name, required: required.has(name) && former.length === 0, ...carried }, ...former]
    })
  const fields = all.filter(([, parameter]) => inBody(parameter))
  const errors = [...new Set(declared.errors.map(({ error }) => error.status))]
  return {
    operationId,
    summary,
    ...(declared.forWebhookBots && {
      description: 'Incoming-webhook bots may call this endpoint.',
    }),
    tags: [path.split('/')[1]],
    security: SECURITY[access] ?? [{ basic: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(declared.file !== undefined && { requestBody: fileBody(declared.file) }),
    ...(fields.length > 0 && {
      requestBody: requestBody(fields, properties, required, declared.optionalFile?.part),
    }),
    responses: {
      200: { description: 'Success', content: content(successSchema(declared, operationId, schemas)) },
      ...Object.fromEntries(errors.map((status) => [status, errorResponse(declared, status)])),
      default: { description: 'Error', content: content({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function requestBody(
  fields: [string, Parameter][],
  properties: Schemas,
  required: ReadonlySet<string>,
  file: string | undefined,
): Schema {
  const isRequired = ([name, { aliases = [] }]: [string, Parameter]) =>
    required.has(name) && aliases.length === 0
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.flatMap(([name, { aliases = [] }]) => [
        [name, properties[name]!],
        ...aliases.map((alias) => [alias, { ...properties[name], ...formerName(name) }] as const),
      ]),
    ),
    required: fields.filter(isRequired).map(([name]) => name),
  }
  const asJson = fields
    .filter(([, { encoding }]) => encoding !== 'text')
    .flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  const encoding = Object.fromEntries(asJson.map((name) => [name, { contentType: 'application/json' }]))
  const type = { schema, ...(asJson.length > 0 && { encoding }) }
  const content: Schema = Object.fromEntries(FORMS.map((form) => [form, type]))
  if (file !== undefined) {
    const withFile = { ...schema.properties, [file]: { type: 'string', format: 'binary' } }
    content['multipart/form-data'] = { ...type, schema: { ...schema, properties: withFile } }
  }
  return { required: schema.required.length > 0, content }
}

/** The description of a former name of a parameter. */
const formerName = (name: string): Schema => ({
  deprecated: true,
  description: `Former name of \`${name}\`. Give one of the two.`,
})

function fileBody(name: string): Schema {
  const schema = {
    type: 'object',
    properties: { [name]: { type: 'string', format: 'binary' } },
    required: [name],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function successSchema({ response }: Endpoint, operationId: string, schemas: Schemas): Schema {
  const fields = jsonSchema(z.object(response), `${operationId}_response`, schemas)
  return {
    type: 'object',
    properties: {
      result: { const: 'success' },
      msg: { const: '' },
      ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
      ...(fields.properties as Schemas),
    },
    required: ['result', 'msg', ...((fields.required ?? []) as string[])],
  }
}

function errorResponse({ errors }: Endpoint, status: number): Schema {
  const examples = errors
    .filter(({ error }) => error.status === status)
    .map(({ condition, error }, i) => [
      `${error.code}_${i + 1}`,
      {
        ...(condition !== '' && { summary: condition }),
        value: { result: 'error', msg: error.message, code: error.code, ...error.extra },
      },
    ])
  const type = { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) }
  return { description: 'Error', content: { 'application/json': type } }
}

const content = (schema: Schema): Schema => ({ 'application/json': { schema } })

/** The JSON schema of `type`. Moves its definitions to `schemas`; unnamed ones are named after `name`. */
function jsonSchema(type: z.ZodType, name: string, schemas: Schemas): Schema {
  const { $schema, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  const nameOf = (definition: string) =>
    definition.startsWith('__') ? `${name}_${definition.replace(/^_+/, '')}` : definition
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        const definition = key === '$ref' && typeof value === 'string' && /^#\/\$defs\/(.*)$/.exec(value)?.[1]
        return definition ? [key, `#/components/schemas/${nameOf(definition)}`] : [key, moved(value)]
      }),
    )
  }
  for (const [definition, body] of Object.entries($defs)) schemas[nameOf(definition)] = moved(body) as Schema
  return moved(schema) as Schema
}
