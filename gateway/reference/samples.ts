import { z } from 'zod'
import type { Endpoint } from '../http/endpoint/endpoint.ts'
import type { Parameter } from '../http/endpoint/parameter.ts'
import type { JsonSchema } from './value-schema.ts'

/** The address in examples. The script of the reference replaces it with the address of the server. */
export const EXAMPLE_SITE = 'https://chat.example.com'

/** One request in a language or a program. */
export interface Sample {
  readonly name: 'curl' | 'Node' | 'Python'
  readonly grammar: 'bash' | 'javascript' | 'python'
  readonly code: string
}

/** Number of optional parameters in an example, unless the declaration names them. */
const MAX_OPTIONAL = 2

interface Given {
  readonly name: string
  readonly parameter: Parameter
  readonly value: unknown
}

/** A request to `declared` with the examples of its parameters, for curl, Node and Python. */
export function samplesOf(declared: Endpoint): Sample[] {
  const given = exampleParameters(declared)
  // The other two wait for the end of an answer.
  if (declared.streams) return [{ name: 'curl', grammar: 'bash', code: curl(declared, given) }]
  return [
    { name: 'curl', grammar: 'bash', code: curl(declared, given) },
    { name: 'Node', grammar: 'javascript', code: node(declared, given) },
    { name: 'Python', grammar: 'python', code: python(declared, given) },
  ]
}

/**
 * The parameters of an example: all that are required, and the optional ones that the declaration names or
 * begins with.
 */
function exampleParameters({ params, exampleParams }: Endpoint): Given[] {
  const all = Object.entries(params).map(([name, parameter]) => ({
    name,
    parameter,
    value: exampleOf(parameter),
  }))
  const required = all.filter(({ parameter }) => isRequired(parameter))
  // A queue of an example does not exist, so a copied request would fail.
  const optional = all.filter(
    ({ name, parameter }) =>
      !isRequired(parameter) && parameter.example !== undefined && name !== 'queue_id' && name !== 'local_id',
  )
  const chosen =
    exampleParams === undefined
      ? optional.slice(0, MAX_OPTIONAL)
      : optional.filter(({ name }) => exampleParams.includes(name))
  return [...required, ...chosen]
}

export const isRequired = ({ schema }: Parameter): boolean => !schema.safeParse(undefined).success

/** The declared example of a parameter, or else a value that its schema allows. */
export function exampleOf({ example, schema }: Parameter): unknown {
  return (
    example ?? valueAllowedBy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  )
}

function valueAllowedBy(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return valueAllowedBy(alternatives[0]!)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 7, 7)
    case 'boolean':
      return true
    case 'array':
      return schema.items ? [valueAllowedBy(schema.items)] : []
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, valueAllowedBy(schema.properties?.[name] ?? {})]),
      )
    default:
      return 'text'
  }
}

/** The text of a value on the wire. */
export const textOf = (value: unknown, { encoding }: Pick<Parameter, 'encoding'>): string =>
  typeof value === 'string' && encoding !== 'json' ? value : JSON.stringify(value)

const isInPath = ({ parameter }: Given): boolean => parameter.place === 'path'

const pathWith = (path: string, given: readonly Given[]): string =>
  given.filter(isInPath).reduce((filled, { name, parameter, value }) => {
    const text = textOf(value, parameter)
    return filled.replace(`{${name}}`, parameter.rest ? encodeURI(text) : encodeURIComponent(text))
  }, path)

const NEEDS_NO_KEY: readonly string[] = ['anyone']

function curl({ method, path, access, file, streams }: Endpoint, given: readonly Given[]): string {
  const sent = given.filter((each) => !isInPath(each))
  const isInQuery = ({ parameter }: Given) => file !== undefined || parameter.place === 'query'
  const query = method === 'GET' ? [] : sent.filter(isInQuery)
  const fields = method === 'GET' ? sent : sent.filter((each) => !isInQuery(each))
  const text = query.map(
    ({ name, parameter, value }) => `${name}=${encodeURIComponent(textOf(value, parameter))}`,
  )
  const address = `${EXAMPLE_SITE}/api/v1${pathWith(path, given)}${text.length === 0 ? '' : `?${text.join('&')}`}`
  const verb =
    method === 'GET'
      ? fields.length > 0
        ? '-G '
        : ''
      : needsVerb(method, fields, file)
        ? `-X ${method} `
        : ''
  return [
    `curl -sS ${streams ? '-N ' : ''}${verb}${quoted(address)}`,
    ...(NEEDS_NO_KEY.includes(access) ? [] : ['  -u "$EMAIL:$API_KEY"']),
    ...(file === undefined ? [] : [`  -F ${quoted(`${file}=@picture.png`)}`]),
    ...fields.map(
      ({ name, parameter, value }) => `  ${dataOption(`${name}=${textOf(value, parameter)}`, method)}`,
    ),
  ].join(' \\\n')
}

/**
 * Curl encodes values that mean something in a form. In an address it encodes everything that an address
 * cannot have.
 */
const dataOption = (field: string, method: string): string =>
  `${(method === 'GET' ? /[^\w.,:~-]/ : /[&%+=@#]/).test(field.slice(field.indexOf('=') + 1)) ? '--data-urlencode' : '-d'} ${quoted(field)}`

/** curl sends POST by itself when there are data. */
const needsVerb = (method: string, sent: readonly Given[], file: string | undefined): boolean =>
  method !== 'POST' || (sent.length === 0 && file === undefined)

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

function node({ method, path, file }: Endpoint, given: readonly Given[]): string {
  const values = Object.fromEntries(given.map(({ name, value }) => [name, value]))
  const parameters =
    given.length === 0 ? (file === undefined ? '' : ', {}') : `, ${literal(values, JAVASCRIPT)}`
  const picture = file === undefined ? '' : ', { file: await openAsBlob("picture.png") }'
  return `${file === undefined ? '' : 'import { openAsBlob } from "node:fs"\n'}import { apiKey, createClient } from "@loquat/client"

const { EMAIL, API_KEY } = process.env
const client = createClient({ url: "${EXAMPLE_SITE}", credentials: apiKey(EMAIL, API_KEY) })

const answer = await client.call("${method} ${path}"${parameters}${picture})
console.log(answer)`
}

function python({ method, path, file }: Endpoint, given: readonly Given[]): string {
  const sent = given.filter((each) => !isInPath(each))
  const request = Object.fromEntries(sent.map(({ name, value }) => [name, value]))
  const lines = [
    `    url=${JSON.stringify(pathWith(path, given).slice(1))},`,
    `    method="${method}",`,
    ...(sent.length === 0 ? [] : [`    request=${literal(request, PYTHON).replaceAll('\n', '\n    ')},`]),
    ...(file === undefined ? [] : ['    files=[open("picture.png", "rb")],']),
  ]
  return `import zulip

client = zulip.Client(config_file="zuliprc")

result = client.call_endpoint(
${lines.join('\n')}
)
print(result)`
}

interface Language {
  readonly words: Readonly<Record<string, string>>
  readonly key: (name: string) => string
  readonly indent: string
}
const JAVASCRIPT: Language = {
  words: {},
  key: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)),
  indent: '  ',
}
const PYTHON: Language = {
  words: { true: 'True', false: 'False', null: 'None' },
  key: JSON.stringify,
  indent: '    ',
}

const LINE = 72

/** A value as a literal of a language, on one line when it is short. */
function literal(value: unknown, language: Language): string {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value)
    return language.words[text] ?? text
  }
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => literal(item, language))
    : Object.entries(value).map(([name, item]) => `${language.key(name)}: ${literal(item, language)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  const pad = isList || language === PYTHON ? '' : ' '
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (line.length <= LINE && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${language.indent}${part.replaceAll('\n', `\n${language.indent}`)},\n`).join('')}${close}`
}
