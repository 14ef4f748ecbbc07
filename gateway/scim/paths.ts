import { invalidPath } from './errors.ts'

/** A JSON value of a resource. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value }
export type Resource = { readonly [name: string]: Value }

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The URN before an attribute of this server, as in `urn:ietf:params:scim:schemas:core:2.0:User:userName`.
 */
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):(?=[A-Za-z$])/i

/**
 * Whether a path is in another schema, such as the enterprise extension, of which this server keeps nothing.
 */
export const isOfExtension = (path: string): boolean => /^urn:/i.test(withoutUrn(path))

export const withoutUrn = (path: string): string => path.replace(URN, '')

/** An attribute's name as the resource spells it; the names of SCIM ignore case. */
export function nameIn(resource: Resource, name: string): string {
  if (Object.hasOwn(resource, name)) return name
  const lower = name.toLowerCase()
  return Object.keys(resource).find((one) => one.toLowerCase() === lower) ?? name
}

export const valueAt = (value: Value | undefined, name: string): Value | undefined =>
  isObject(value) ? value[nameIn(value, name)] : undefined

/**
 * The names of a path such as `name.givenName`. A path of another schema is one name, which no resource has.
 * Throws invalidPath.
 */
export function namesOf(path: string): readonly string[] {
  if (isOfExtension(path) && /^[\w.:$-]{1,300}$/.test(path)) return [path]
  const names = withoutUrn(path).split('.')
  const isPath = names.length <= 2 && names.every((name) => /^\$?[A-Za-z][\w-]{0,99}$/.test(name))
  if (!isPath) throw invalidPath(`Not a path of an attribute: ${path.slice(0, 200)}`)
  return names
}
