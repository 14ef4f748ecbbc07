import { invalidPath } from './errors.ts'

/** A JSON value of a resource. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value }
export type Resource = { readonly [name: string]: Value }

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema's URN before an attribute, as in `urn:ietf:params:scim:schemas:core:2.0:User:userName`. */
const URN = /^urn:[\w.:-]*:(?=[A-Za-z$][\w$-]*(?:$|[.[]))/i

export const withoutUrn = (path: string): string => path.replace(URN, '')

/** An attribute's name as the resource spells it; the names of SCIM ignore case. */
export function nameIn(resource: Resource, name: string): string {
  if (Object.hasOwn(resource, name)) return name
  const lower = name.toLowerCase()
  return Object.keys(resource).find((one) => one.toLowerCase() === lower) ?? name
}

export const valueAt = (value: Value | undefined, name: string): Value | undefined =>
  isObject(value) ? value[nameIn(value, name)] : undefined

/** The names of a path such as `name.givenName`. Throws invalidPath. */
export function namesOf(path: string): readonly string[] {
  const names = withoutUrn(path).split('.')
  const isPath = names.length <= 2 && names.every((name) => /^\$?[A-Za-z][\w-]{0,99}$/.test(name))
  if (!isPath) throw invalidPath(`Not a path of an attribute: ${path.slice(0, 200)}`)
  return names
}
