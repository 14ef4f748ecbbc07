import { z } from 'zod'
import { invalidPath, invalidSyntax, invalidValue, isImmutable, noTarget } from './errors.ts'
import { type Filter, parseFilter, passes } from './filter.ts'
import { isObject, isOfExtension, nameIn, namesOf, type Resource, type Value, withoutUrn } from './paths.ts'

export const MAX_OPERATIONS = 1_000
/** Elements of a list, and attributes of an object, in a user. */
const MAX_PARTS = 100
const MAX_DEPTH = 5

/** The attributes of a user that this server keeps, in lower case. Others change nothing. */
const KEPT = new Set(['externalid', 'username', 'name', 'displayname', 'emails', 'active'])

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | undefined
  readonly value: Value | undefined
}

/** `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part`. */
export interface Path {
  readonly name: string
  readonly filter: Filter | undefined
  readonly part: string | undefined
}

const operations = z.array(
  z.object({ op: z.string().max(20), path: z.string().max(2_000).nullish(), value: z.unknown().optional() }),
)

/**
 * Reads the operations of a PATCH (RFC 7644, section 3.5.2). Their names may have capitals, as Entra's have.
 */
export function operationsIn(body: Resource): Operation[] {
  const given = operations.safeParse(body[nameIn(body, 'Operations')])
  if (!given.success || given.data.length === 0) throw invalidSyntax('The body needs the list Operations')
  if (given.data.length > MAX_OPERATIONS)
    throw invalidSyntax(`A request has at most ${MAX_OPERATIONS} operations`)
  return given.data.map(({ op, path, value }) => {
    const known = op.toLowerCase()
    if (known !== 'add' && known !== 'replace' && known !== 'remove')
      throw invalidSyntax(`Unknown operation ${op}`)
    return { op: known, path: path || undefined, value: value as Value | undefined }
  })
}

/** Parses the path of an operation. Throws invalidPath and invalidFilter. */
export function parsePath(given: string): Path {
  const path = withoutUrn(given.trim())
  const [, name, filter, part] = /^([^[\]]+?)(?:\[(.*)\](?:\.([^[\]]+))?)?$/s.exec(path) ?? []
  if (name === undefined) throw invalidPath(`Not a path: ${given.slice(0, 200)}`)
  if (filter !== undefined) {
    const [first, more] = namesOf(name)
    if (more !== undefined || (part !== undefined && namesOf(part).length > 1))
      throw invalidPath(`Not a path: ${given.slice(0, 200)}`)
    return { name: first!, filter: parseFilter(filter), part }
  }
  const [first, second] = namesOf(name)
  return { name: first!, filter: undefined, part: second }
}

/** Applies the operations to a resource and returns the changed one. All or none. */
export const patched = (resource: Resource, operations: readonly Operation[]): Resource =>
  operations.reduce(applied, resource)

function applied(resource: Resource, { op, path, value }: Operation): Resource {
  if (path !== undefined) return at(resource, path, op, value)
  if (op === 'remove') throw noTarget('(none)')
  if (!isObject(value)) throw invalidValue('Without a path the value is an object')
  if (Object.keys(value).length > MAX_PARTS) throw invalidValue('The value is too large')
  // Okta and Entra also send paths as the names of this object.
  return Object.entries(value).reduce((changed, [name, one]) => {
    if (name.toLowerCase() === 'schemas') return changed
    if (/^urn:/i.test(name) && isObject(one)) return changed
    return at(changed, name, op, one)
  }, resource)
}

function at(resource: Resource, given: string, op: Operation['op'], value: Value | undefined): Resource {
  if (isOfExtension(given)) return resource
  const path = parsePath(given)
  const name = nameIn(resource, path.name)
  if (['id', 'meta'].includes(name)) throw isImmutable(name)
  if (!KEPT.has(name.toLowerCase())) return resource
  if (op !== 'remove') checkSize(value)
  if (op !== 'remove' && value === undefined) throw invalidValue(`The operation on ${given} needs a value`)
  const former = resource[name]
  const changed =
    path.filter === undefined
      ? path.part === undefined
        ? whole(former, op, value)
        : withPart(former, path.part, op, value)
      : elements(former, path as Path & { filter: Filter }, given, op, value)
  checkSize(changed)
  if (changed !== undefined) return { ...resource, [name]: changed }
  const { [name]: _removed, ...rest } = resource
  return rest
}

/** Throws invalidValue for more than a user can have, so that many operations stay quick. */
function checkSize(value: Value | undefined, depth = 0): void {
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  if (parts.length > MAX_PARTS || depth > MAX_DEPTH) throw invalidValue('The value is too large')
  for (const part of parts) checkSize(part, depth + 1)
}

function whole(former: Value | undefined, op: Operation['op'], value: Value | undefined): Value | undefined {
  if (op === 'remove') return undefined
  // Some directories send the one element of a list without the list.
  const list = Array.isArray(value) ? value : [value!]
  if (Array.isArray(former)) return op === 'add' ? [...former, ...list] : list
  // A complex attribute keeps the parts that the value does not name.
  if (isObject(former) && isObject(value)) return { ...former, ...value }
  return value
}

function withPart(
  former: Value | undefined,
  part: string,
  op: Operation['op'],
  value: Value | undefined,
): Value | undefined {
  if (Array.isArray(former)) return former.map((one) => withPart(one, part, op, value) ?? one)
  const object = isObject(former) ? former : {}
  const name = nameIn(object, part)
  if (op !== 'remove') return { ...object, [name]: value! }
  const { [name]: _removed, ...rest } = object
  return rest
}

function elements(
  former: Value | undefined,
  { filter, part }: Path & { readonly filter: Filter },
  given: string,
  op: Operation['op'],
  value: Value | undefined,
): Value | undefined {
  const list = Array.isArray(former) ? (former as readonly Value[]) : []
  const isMatch = list.map((one) => passes(filter, one))
  if (!isMatch.includes(true)) {
    // Entra adds an element by a path that no element matches.
    if (op === 'add') return [...list, newElement(filter, part, value!)]
    if (op === 'remove') return former
    throw noTarget(given)
  }
  if (op === 'remove' && part === undefined) return list.filter((_one, index) => !isMatch[index])
  return list.map((one, index) => {
    if (!isMatch[index]) return one
    if (part !== undefined) return withPart(one, part, op, value)!
    return isObject(one) && isObject(value) ? { ...one, ...value } : value!
  })
}

/** An element with what the filter says about it, such as its type. */
function newElement(filter: Filter, part: string | undefined, value: Value): Resource {
  const said =
    filter.kind === 'compare' && filter.operator === 'eq' && filter.path.length === 1
      ? { [filter.path[0]!]: filter.value }
      : {}
  if (part !== undefined) return { ...said, [part]: value }
  return isObject(value) ? { ...said, ...value } : { ...said, value }
}
