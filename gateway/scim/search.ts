import type { ScimRequest } from './answer.ts'
import { invalidSyntax, invalidValue, notImplemented } from './errors.ts'
import type { Resource } from './paths.ts'

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:searchrequest'
const END = /\/\.search$/i

/**
 * A POST to `.search` below a kind of resources as the same query by GET, which does not show what is
 * searched for in addresses (RFC 7644, section 3.4.3). Other requests stay as they are.
 */
export function asQuery(request: ScimRequest): ScimRequest {
  const { method, path, body } = request
  if (method !== 'POST' || !END.test(path)) return request
  // All kinds of resources at once.
  if (path.length === '/.search'.length) throw notImplemented()
  const { schemas, ...parameters } = body ?? {}
  const isSearch = Array.isArray(schemas) && schemas.some((one) => String(one).toLowerCase() === SEARCH)
  if (!isSearch) throw invalidSyntax('The body is no SearchRequest')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) query.set(parameterOf(name), textOf(name, value))
  return { ...request, method: 'GET', path: path.replace(END, ''), query, body: undefined }
}

const PARAMETERS = [
  'attributes',
  'excludedAttributes',
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
]

/** Names of attributes have any case (RFC 7643, section 2.1). */
const parameterOf = (name: string): string =>
  PARAMETERS.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name

function textOf(name: string, value: Resource[string]): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!texts.every((one) => typeof one === 'string' || typeof one === 'number'))
    throw invalidValue(`${name.slice(0, 100)} is not a text or number`)
  return texts.join(',')
}
