import { createHash } from 'node:crypto'
import type { Account, AccountState } from '../../core/people/provisioning/accounts.ts'
import { invalidValue } from './errors.ts'
import { isObject, nameIn, type Resource, type Value, valueAt } from './paths.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
const MAX_TEXT = 1_000

export const versionOf = (resource: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22)}"`

/**
 * An account as a SCIM User. `base`: the address of /scim/v2. `hasVersion`: false to filter and sort many,
 * because versions are hashes.
 */
export function userResource(account: Account, base: string, hasVersion = true): Resource {
  const { id, userName, externalId, email, fullName, isActive, joinedAt } = account
  const user = {
    schemas: [USER_SCHEMA],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName,
    name: { formatted: fullName, ...partsOf(fullName) },
    displayName: fullName,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
  }
  const created = new Date(joinedAt * 1000).toISOString()
  const location = `${base}/Users/${id}`
  const meta = { resourceType: 'User', created, location }
  return { ...user, meta: hasVersion ? { ...meta, version: versionOf(user) } : meta }
}

/** A name's last word is the family name. */
function partsOf(fullName: string): { givenName: string; familyName?: string } {
  const space = fullName.lastIndexOf(' ')
  return space < 1
    ? { givenName: fullName }
    : { givenName: fullName.slice(0, space), familyName: fullName.slice(space + 1) }
}

/**
 * The account that a resource describes. `before`: the resource until now, whose changed attributes count,
 * because a name stands in several of them. Unknown attributes are ignored. Throws invalidValue.
 */
export function accountFrom(resource: Resource, before?: Resource): AccountState {
  const userName = textAt(resource, 'userName')
  if (!userName) throw invalidValue('userName is required')
  return {
    userName,
    externalId: textAt(resource, 'externalId') || null,
    email: addressIn(resource) ?? formerAddress(before) ?? userName,
    fullName: fullNameIn(resource, before) ?? userName.split('@')[0]!,
    isActive: booleanAt(resource, 'active') ?? booleanAt(before, 'active') ?? true,
  }
}

/** The address until now, where it is not the user name: a resource without addresses does not change it. */
function formerAddress(before: Resource | undefined): string | undefined {
  const address = before && addressIn(before)
  return address?.toLowerCase() === textAt(before, 'userName')?.toLowerCase() ? undefined : address
}

function textAt(resource: Value | undefined, name: string): string | undefined {
  const value = valueAt(resource, name)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidValue(`${name} is not a text`)
  if (value.length > MAX_TEXT) throw invalidValue(`${name} has more than ${MAX_TEXT} characters`)
  return value.trim()
}

/** A boolean, which Entra also sends as the texts True and False. */
function booleanAt(resource: Value | undefined, name: string): boolean | undefined {
  const value = valueAt(resource, name)
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name} is not a boolean`)
  return text === 'true'
}

/** The primary address, else the one at work, else the first. */
function addressIn(resource: Resource): string | undefined {
  const emails = valueAt(resource, 'emails')
  if (emails === undefined || emails === null) return undefined
  if (!Array.isArray(emails) || !emails.every(isObject)) throw invalidValue('emails is not a list of objects')
  if (emails.length > 20) throw invalidValue('emails has more than 20 elements')
  const list = emails as readonly Resource[]
  const chosen =
    list.findLast((one) => booleanAt(one, 'primary') === true) ??
    list.findLast((one) => textAt(one, 'type')?.toLowerCase() === 'work') ??
    list[0]
  return textAt(chosen, 'value') || undefined
}

function fullNameIn(resource: Resource, before: Resource | undefined): string | undefined {
  const display = textAt(resource, 'displayName')
  const name = valueAt(resource, 'name')
  if (name !== undefined && name !== null && !isObject(name)) throw invalidValue('name is not an object')
  const formatted = textAt(name, 'formatted')
  const joined = [textAt(name, 'givenName'), textAt(name, 'familyName')].filter(Boolean).join(' ')
  const candidates = [display, formatted, joined].map((one) => one || undefined)
  if (before === undefined) return candidates.find((one) => one !== undefined)
  const known = textAt(before, 'displayName')
  const changed = candidates.find((one) => one !== undefined && one !== known)
  return changed ?? known
}

/** The attributes of a resource that a request asks for; `id`, `schemas` and `meta` always come. */
export function shownAttributes(
  resource: Resource,
  attributes: readonly string[] | undefined,
  excluded: readonly string[],
): Resource {
  const always = ['id', 'schemas', 'meta']
  if (attributes !== undefined) {
    const chosen = attributes.map((path) => path.split('.') as [string, string?])
    const entries = Object.entries(resource).flatMap(([name, value]) => {
      if (always.includes(name)) return [[name, value] as const]
      const asked = chosen.filter(([first]) => first.toLowerCase() === name.toLowerCase())
      if (asked.length === 0) return []
      if (asked.some(([, part]) => part === undefined)) return [[name, value] as const]
      return [
        [
          name,
          partsAt(
            value,
            asked.map(([, part]) => part!),
          ),
        ] as const,
      ]
    })
    return Object.fromEntries(entries)
  }
  return excluded.reduce((shown, path) => {
    const [first, part] = path.split('.')
    const name = nameIn(shown, first!)
    if (always.includes(name) || !(name in shown)) return shown
    const { [name]: value, ...rest } = shown
    return part === undefined ? rest : { ...rest, [name]: withoutPart(value!, part) }
  }, resource)
}

const partsAt = (value: Value, parts: readonly string[]): Value => {
  if (Array.isArray(value)) return value.map((one) => partsAt(one, parts))
  if (!isObject(value)) return value
  const lower = parts.map((part) => part.toLowerCase())
  return Object.fromEntries(Object.entries(value).filter(([name]) => lower.includes(name.toLowerCase())))
}

const withoutPart = (value: Value, part: string): Value => {
  if (Array.isArray(value)) return value.map((one) => withoutPart(one, part))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name.toLowerCase() !== part.toLowerCase()),
  )
}
