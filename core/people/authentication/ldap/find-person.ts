import type { Client, Entry } from 'ldapts'
import { type LdapProvider, LOGIN_PLACE } from '../../../../config/ldap-settings.ts'
import { LDAP_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { ExternalPerson } from '../person.ts'
import { withDirectory } from './connect.ts'
import { attributesOf, binaryAttributes, personIn } from './entry.ts'

/** Groups of one person that a search finds. */
const MAX_FOUND_GROUPS = 1_000

/** What a name and password are worth. */
export type Outcome =
  | { readonly kind: 'proven'; readonly person: ExternalPerson }
  | { readonly kind: 'wrong' }

/** The entry of a person cannot be used. The message says why. */
export class UnusableEntry extends Error {}

/**
 * Checks a name and password against a directory. Rejects when the directory does not answer as it should.
 * An empty password is always wrong, because a directory takes it for a connection without a name (RFC 4513,
 * section 5.1.2).
 */
export async function findPerson(
  provider: LdapProvider,
  network: PublicNetwork | undefined,
  login: string,
  password: string,
): Promise<Outcome> {
  const wrong = { kind: 'wrong' } as const
  if (login === '' || password === '' || /[\p{Cc}]/u.test(login)) return wrong
  return withDirectory(provider, network, async (client) => {
    if (provider.bind_as !== undefined) {
      const name = boundAs(provider.bind_as, login)
      if (!(await isRight(client, name, password))) return wrong
      return proven(provider, client, await entryOf(provider, client, name))
    }
    await bindAsService(provider, client)
    const entry = await entryByLogin(provider, client, login)
    // An unknown name takes as long as a wrong password.
    const isPassword = await isRight(client, entry?.dn ?? `cn=nobody,${provider.base_dn}`, password)
    if (entry === undefined || !isPassword) return wrong
    await bindAsService(provider, client)
    return proven(provider, client, entry)
  })
}

/** Binds as the account that searches; without one the connection stays without a name. */
export async function bindAsService(
  { bind_dn: dn, bind_password: password }: LdapProvider,
  client: Client,
): Promise<void> {
  if (dn !== undefined && password !== undefined) await client.bind(dn, password)
}

async function proven(provider: LdapProvider, client: Client, entry: Entry): Promise<Outcome> {
  const person = personIn(provider, entry, await groupsOf(provider, client, entry.dn))
  if (person === undefined)
    throw new UnusableEntry('the entry of the person has no attribute that identifies the person for ever')
  return { kind: 'proven', person }
}

async function isRight(client: Client, dn: string, password: string): Promise<boolean> {
  const errors = await import('ldapts')
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    const isAboutPerson = [
      errors.InvalidCredentialsError,
      errors.InappropriateAuthError,
      errors.InvalidDNSyntaxError,
      errors.NoSuchObjectError,
      errors.UnwillingToPerformError,
    ].some((one) => error instanceof one)
    if (isAboutPerson) return false
    throw error
  }
}

/** The one person with this name; undefined for none and for several. */
async function entryByLogin(
  provider: LdapProvider,
  client: Client,
  login: string,
): Promise<Entry | undefined> {
  const { AndFilter, EqualityFilter, FilterParser, OrFilter } = await import('ldapts')
  // The name is a value of its own and never a part of a filter's text.
  const named = provider.login_attributes.map((attribute) => new EqualityFilter({ attribute, value: login }))
  const filter = new AndFilter({
    filters: [FilterParser.parseString(provider.people_filter), new OrFilter({ filters: named })],
  })
  const { searchEntries: entries } = await client.search(provider.base_dn, {
    scope: 'sub',
    filter,
    sizeLimit: 2,
    timeLimit: LDAP_TIMEOUT_SECONDS,
    attributes: attributesOf(provider),
    explicitBufferAttributes: binaryAttributes(provider),
  })
  return entries.length === 1 ? entries[0] : undefined
}

/** The entry of the name that the directory has just accepted, so that nobody gets another's entry. */
async function entryOf(provider: LdapProvider, client: Client, name: string): Promise<Entry> {
  const { AndFilter, EqualityFilter, FilterParser } = await import('ldapts')
  const people = FilterParser.parseString(provider.people_filter)
  const isDn = name.includes('=')
  const byName = new EqualityFilter({ attribute: 'userPrincipalName', value: name })
  const { searchEntries: entries } = await client.search(isDn ? name : provider.base_dn, {
    scope: isDn ? 'base' : 'sub',
    filter: isDn ? people : new AndFilter({ filters: [people, byName] }),
    sizeLimit: 2,
    timeLimit: LDAP_TIMEOUT_SECONDS,
    attributes: attributesOf(provider),
    explicitBufferAttributes: binaryAttributes(provider),
  })
  const [entry] = entries
  if (entry === undefined || entries.length > 1)
    throw new UnusableEntry('the entry of the person is not found, or does not match people_filter')
  return entry
}

/**
 * The groups that name a person as their member; `unknown` when there are too many, undefined when the
 * person's entry names them.
 */
async function groupsOf(
  provider: LdapProvider,
  client: Client,
  dn: string,
): Promise<readonly string[] | 'unknown' | undefined> {
  const { group_base_dn: base, roles, groups } = provider
  if (base === undefined || roles.length + groups.length === 0) return undefined
  const { EqualityFilter, OrFilter, SizeLimitExceededError } = await import('ldapts')
  const filters = ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value: dn }))
  try {
    const { searchEntries: found } = await client.search(base, {
      scope: 'sub',
      filter: new OrFilter({ filters }),
      sizeLimit: MAX_FOUND_GROUPS,
      timeLimit: LDAP_TIMEOUT_SECONDS,
      attributes: ['1.1'],
    })
    return found.map((one) => one.dn)
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return 'unknown'
    throw error
  }
}

/**
 * The name as which a person binds. In a distinguished name the characters that end a part are escaped (RFC
 * 4514, section 2.4).
 */
export function boundAs(template: string, login: string): string {
  const isDn = template.replace(LOGIN_PLACE, '').includes('=')
  const escaped = isDn
    ? login.replace(/[\\,+"<>;=#]|^ | $/g, (one) => `\\${one}`)
    : login.includes('@')
      ? login.slice(0, login.indexOf('@'))
      : login
  return template.replace(LOGIN_PLACE, () => escaped)
}
