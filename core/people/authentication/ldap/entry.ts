import { isUtf8 } from 'node:buffer'
import type { Entry } from 'ldapts'
import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import { MAX_LDAP_GROUPS } from '../../../../config/limits.ts'
import { mappingIn, type ProviderRules } from '../../../../config/log-in-provider.ts'
import { isInList } from '../external/claims.ts'
import type { ExternalPerson } from '../person.ts'

const ID_NAMES = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID']
const NAME_NAMES = ['displayName', 'cn']
const PHOTO_NAMES = ['thumbnailPhoto', 'jpegPhoto']
export const MEMBER_OF = 'memberOf'
const MAX_SUBJECT_LENGTH = 255

/** Groups that searches have found. Nobody knows whether there are others when they are not `isWhole`. */
export interface FoundGroups {
  readonly names: readonly string[]
  readonly isWhole: boolean
}

/**
 * How the identities of a directory name it. A directory that moves to another host stays the same. One of
 * the operator and one of an organization differ, also with the same name.
 */
export const issuerOf = ({
  name,
  is_of_organization: isOfOrganization,
}: Pick<ProviderRules, 'name' | 'is_of_organization'>): string =>
  isOfOrganization === true ? `ldap:organization:${name}` : `ldap:${name}`

const idNames = ({ id_attribute: one }: LdapProvider) => (one === undefined ? ID_NAMES : [one])
const photoNames = ({ photo_attribute: one }: LdapProvider) => (one === undefined ? PHOTO_NAMES : [one])
export const groupsAttribute = ({ groups_attribute: one = MEMBER_OF }: LdapProvider) => one

/** Attributes whose values are not text. Active Directory's objectGUID has 16 bytes. */
export const binaryAttributes = (provider: LdapProvider): string[] => [
  ...idNames(provider),
  ...photoNames(provider),
]

/** The attributes that are asked for. `withPhoto`: also the photo. */
export const attributesOf = (provider: LdapProvider, withPhoto = false): string[] => [
  ...idNames(provider),
  provider.email_attribute,
  ...(provider.name_attribute === undefined ? NAME_NAMES : [provider.name_attribute]),
  ...(provider.roles.length + provider.groups.length > 0 ? [groupsAttribute(provider)] : []),
  ...provider.profile_fields.flatMap((line) => mappingIn(line)?.theirs ?? []),
  ...(withPhoto ? photoNames(provider) : []),
]

/** Values by the names of attributes, whose case does not matter. */
function valuesIn(entry: Entry): (name: string) => readonly (string | Buffer)[] {
  const values = new Map<string, readonly (string | Buffer)[]>()
  for (const [name, value] of Object.entries(entry))
    values.set(name.toLowerCase(), Array.isArray(value) ? value : [value])
  return (name) => values.get(name.toLowerCase()) ?? []
}

/** Bytes, an escaped character, a quoted text, a separator, or other text of a name (RFC 4514, RFC 2253). */
const PARTS = /((?:\\[0-9a-f]{2})+)|\\(.)|"((?:\\.|[^"\\])*)"|([,;+=])|[^\\",;+=]+|./gis
const SEPARATORS = /[,;+=\\"]/g

/**
 * A name in a directory as it is compared. Its case, spaces around its parts, and how characters are escaped
 * do not matter: directories write `\,`, `\2C` or quotes for the same comma.
 */
export function comparable(dn: string): string {
  let text = ''
  for (const [whole, bytes, escaped, quoted, separator] of dn.matchAll(PARTS)) {
    if (separator !== undefined) text += separator === ';' ? ',' : separator
    else if (bytes !== undefined) text += inside(Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString())
    else text += inside(escaped ?? quoted?.replace(/\\(.)/gs, '$1') ?? whole)
  }
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([,+=]) ?/g, '$1')
    .trim()
}

/** Text inside a part of a name, without characters that separate parts. */
const inside = (text: string): string =>
  text.replace(SEPARATORS, (one) => `\\${one.charCodeAt(0).toString(16)}`)

/**
 * The text of an identifier. Bytes that are no text, such as an objectSid, become hexadecimal digits: decoded
 * as text, two people could have the same one.
 */
function textOf(name: string, value: string | Buffer): string {
  if (typeof value === 'string') return value
  const text = value.toString()
  const isText = name.toLowerCase() !== 'objectguid' && isUtf8(value) && !/\p{Cc}/u.test(text)
  return isText ? text : value.toString('hex')
}

/** The person's lasting identifier; undefined without a usable one. */
export function subjectIn(provider: LdapProvider, entry: Entry): string | undefined {
  const values = valuesIn(entry)
  for (const name of idNames(provider)) {
    const [value] = values(name)
    if (value === undefined || value.length === 0) continue
    const id = textOf(name, value)
    const isUsable = id.length <= MAX_SUBJECT_LENGTH && !/[\0\uFFFD]/.test(id)
    return isUsable ? id : undefined
  }
  return undefined
}

/** The groups that an entry names. */
export const groupsIn = (provider: LdapProvider, entry: Entry): readonly string[] =>
  valuesIn(entry)(groupsAttribute(provider)).map(String)

/**
 * The person of an entry; undefined without a lasting identifier. `groups`: the groups that searches have
 * found; undefined when only the entry names groups.
 */
export function personIn(
  provider: LdapProvider,
  entry: Entry,
  groups: FoundGroups | undefined,
): ExternalPerson | undefined {
  const subject = subjectIn(provider, entry)
  if (subject === undefined) return undefined
  const values = valuesIn(entry)
  const text = (name: string): string | undefined => {
    const [value] = values(name)
    return value === undefined ? undefined : String(value).trim()
  }
  const names = provider.name_attribute === undefined ? NAME_NAMES : [provider.name_attribute]
  // Active Directory sends a long list in parts, the first one under this name.
  const isCut = Object.keys(entry).some((name) =>
    name.toLowerCase().startsWith(`${groupsAttribute(provider).toLowerCase()};range=`),
  )
  const { names: memberships, isWhole } = groups ?? { names: groupsIn(provider, entry), isWhole: true }
  const known = new Set(memberships.slice(0, MAX_LDAP_GROUPS).map(comparable))
  const isIn = isInList(known, isWhole && memberships.length <= MAX_LDAP_GROUPS && !isCut)
  const email = text(provider.email_attribute) || undefined
  const advice = `fill in ${provider.email_attribute} at the directory and let the account that searches read it, or enter another email_attribute`
  return {
    issuer: issuerOf(provider),
    subject,
    email,
    ...(email === undefined && { noEmail: { kind: 'missing', advice } as const }),
    fullName: names.map(text).find((name) => name) ?? '',
    attributes: { isIn: (group) => isIn(comparable(group)), valueOf: (name) => text(name) ?? '' },
  }
}

/** The photo of an entry; undefined without one. */
export function photoIn(provider: LdapProvider, entry: Entry): Buffer | undefined {
  const values = valuesIn(entry)
  return photoNames(provider)
    .flatMap((name) => values(name))
    .find((value) => Buffer.isBuffer(value) && value.length > 0) as Buffer | undefined
}
