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
  const { formattedName, givenName, familyName } = account
  const isNamed = givenName !== null || familyName !== null
  const user = {
    schemas: [USER_SCHEMA],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName,
    name: {
      formatted: formattedName ?? fullName,
      ...(isNamed
        ? { ...(givenName !== null && { givenName }), ...(familyName !== null && { familyName }) }
        : partsOf(fullName)),
    },
    displayName: fullName,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
  }
  const created = new Date(joinedAt * 1000).toISOString()
  const location = `${base}/Users/${id}`
  const meta = { resourceType: 'User', created, location }
  return { ...user, meta: hasVersion ? { ...meta, version: versionOf(user) } : meta }
}

/** Of a name that no directory has written in parts, the last word is the family name. */
function partsOf(fullName: string): { givenName: string; familyName?: string } {
  const space = fullName.lastIndexOf(' ')
  return space < 1
    ? { givenName: fullName }
    : { givenName: fullName.slice(0, space), familyName: fullName.slice(space + 1) }
}

/** An account until now, and its resource. */
export interface Before {
  readonly account: Account
  readonly resource: Resource
}

/**
 * The account that a resource describes. `before`: the account until now, whose changed attributes count,
 * because a name stands in several of them. Unknown attributes are ignored. Throws invalidValue.
 */
export function accountFrom(resource: Resource, before?: Before): AccountState {
  const userName = textAt(resource, 'userName')
  if (!userName) throw invalidValue('userName is required')
  return {
    userName,
    externalId: textAt(resource, 'externalId') || null,
    ...partsIn(resource, before),
    email: addressIn(resource) ?? formerAddress(before?.resource) ?? userName,
    fullName: fullNameIn(resource, before?.resource) ?? userName.split('@')[0]!,
    isActive: booleanAt(resource, 'active') ?? booleanAt(before?.resource, 'active') ?? true,
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

interface Name {
  readonly formatted: string | null
  readonly given: string | null
  readonly family: string | null
}

function nameOf(resource: Resource): Name {
  const name = valueAt(resource, 'name')
  if (name !== undefined && name !== null && !isObject(name)) throw invalidValue('name is not an object')
  const part = (attribute: string) => textAt(name, attribute) || null
  return { formatted: part('formatted'), given: part('givenName'), family: part('familyName') }
}

const joined = ({ given, family }: Name): string => [given, family].filter(Boolean).join(' ')

/** The name as the directory writes it. A part that it only repeats stays what the directory wrote before. */
function partsIn(
  resource: Resource,
  before: Before | undefined,
): Pick<AccountState, 'formattedName' | 'givenName' | 'familyName'> {
  const { formatted, given, family } = nameOf(resource)
  if (before === undefined) return { formattedName: formatted, givenName: given, familyName: family }
  const { formattedName, givenName, familyName } = before.account
  const former = nameOf(before.resource)
  const isSame = given === former.given && family === former.family
  // A formatted name that did not change with its parts is out of date.
  const known = isSame ? formattedName : null
  return {
    formattedName: formatted === former.formatted ? known : formatted,
    ...(isSame ? { givenName, familyName } : { givenName: given, familyName: family }),
  }
}

/** The full name by the first of its attributes that has changed. */
function fullNameIn(resource: Resource, before: Resource | undefined): string | undefined {
  const namesIn = (one: Resource) => {
    const name = nameOf(one)
    return [textAt(one, 'displayName'), name.formatted, joined(name)].map((text) => text || undefined)
  }
  const former = before && namesIn(before)
  return namesIn(resource).find((text, i) => text !== undefined && text !== former?.[i]) ?? former?.[0]
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
