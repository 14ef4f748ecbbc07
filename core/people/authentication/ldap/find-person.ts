import type { Client, Entry, Filter } from 'ldapts'
import { type LdapProvider, LOGIN_PLACE } from '../../../../config/ldap-settings.ts'
import { LDAP_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { ExternalPerson } from '../person.ts'
import { type DirectoryConnection, withDirectory } from './connect.ts'
import { attributesOf, binaryAttributes, personIn } from './entry.ts'
import { groupsOfPerson } from './groups.ts'

/** What a name and password are worth. */
export type Outcome =
  | { readonly kind: 'proven'; readonly person: ExternalPerson }
  /** `reason`: why the directory refuses a person whose password it has accepted, if it says so. */
  | { readonly kind: 'wrong'; readonly reason?: string | undefined }

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
  return withDirectory(provider, network, async (client, connection) => {
    if (provider.bind_as !== undefined) {
      const name = boundAs(provider.bind_as, login)
      const refused = await refusalOf(client, name, password)
      if (refused !== undefined) return refused
      return proven(provider, client, connection, await entryOf(provider, client, name, password))
    }
    await bindAsService(provider, client)
    const entry = await entryByLogin(provider, client, login)
    // An unknown name takes as long as a wrong password.
    const refused = await refusalOf(client, entry?.dn ?? `cn=nobody,${provider.base_dn}`, password)
    if (refused !== undefined || entry === undefined) return refused ?? wrong
    await bindAsService(provider, client)
    return proven(provider, client, connection, entry)
  })
}

/** Binds as the account that searches; without one the connection stays without a name. */
export async function bindAsService(
  { bind_dn: dn, bind_password: password }: LdapProvider,
  client: Client,
): Promise<void> {
  if (dn !== undefined && password !== undefined) await client.bind(dn, password)
}

async function proven(
  provider: LdapProvider,
  client: Client,
  connection: DirectoryConnection,
  entry: Entry,
): Promise<Outcome> {
  const person = personIn(provider, entry, await groupsOfPerson(provider, client, connection, entry))
  if (person === undefined)
    throw new UnusableEntry('the entry of the person has no attribute that identifies the person for ever')
  return { kind: 'proven', person }
}

/** The states of an account at Active Directory, by the numbers in its answers. */
const STATES: Readonly<Record<string, string>> = {
  530: 'may not log in at this time',
  531: 'may not log in at this computer',
  532: 'has an expired password',
  533: 'is disabled',
  701: 'has expired',
  773: 'must change the password',
  775: 'is locked',
}

/** The outcome when the directory does not take a name and password; undefined when it does. */
async function refusalOf(client: Client, dn: string, password: string): Promise<Outcome | undefined> {
  const errors = await import('ldapts')
  try {
    await client.bind(dn, password)
    return undefined
  } catch (error) {
    const isAboutPerson = [
      errors.InvalidCredentialsError,
      errors.InappropriateAuthError,
      errors.InvalidDNSyntaxError,
      errors.NoSuchObjectError,
      errors.UnwillingToPerformError,
    ].some((one) => error instanceof one)
    if (!isAboutPerson) throw error
    const [, state = ''] = /AcceptSecurityContext error, data (\w+),/.exec(String(error)) ?? []
    const found = Object.hasOwn(STATES, state) ? STATES[state] : undefined
    return { kind: 'wrong', reason: found && `the account at the directory ${found}` }
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
async function entryOf(
  provider: LdapProvider,
  client: Client,
  name: string,
  password: string,
): Promise<Entry> {
  const { AndFilter, EqualityFilter, FilterParser } = await import('ldapts')
  const people = FilterParser.parseString(provider.people_filter)
  const search = async (base: string, scope: 'base' | 'sub', filter: Filter) => {
    const { searchEntries: entries } = await client.search(base, {
      ...{ scope, filter, sizeLimit: 2, timeLimit: LDAP_TIMEOUT_SECONDS },
      attributes: attributesOf(provider),
      explicitBufferAttributes: binaryAttributes(provider),
    })
    return entries
  }
  const byAttribute = (attribute: string, value: string) =>
    search(
      provider.base_dn,
      'sub',
      new AndFilter({ filters: [people, new EqualityFilter({ attribute, value })] }),
    )
  const notFound = new UnusableEntry('the entry of the person is not found, or does not match people_filter')
  if (isDistinguished(provider.bind_as ?? '')) {
    const [entry] = await search(name, 'base', people)
    if (entry === undefined) throw notFound
    return entry
  }
  const [named, ...others] = await byAttribute('userPrincipalName', name)
  if (others.length > 0) throw notFound
  if (named !== undefined) return named
  // Active Directory also takes the short name of an account, with its domain before or behind it (MS-ADTS,
  // section 5.1.1.1.1). Somebody else may have the whole name elsewhere, so the password has to fit this
  // entry.
  const [entry, ...more] = await byAttribute('sAMAccountName', shortName(name))
  if (entry === undefined || more.length > 0) throw notFound
  if ((await refusalOf(client, entry.dn, password)) !== undefined) throw notFound
  return entry
}

/** A name without its domain: of `CORP\hamlet` and `hamlet@corp.example.com`. */
const shortName = (name: string): string => name.replace(/^[^\\]*\\/, '').replace(/@.*$/s, '')

/** Whether a template makes distinguished names. */
export const isDistinguished = (template: string): boolean => template.replace(LOGIN_PLACE, '').includes('=')

/**
 * The name as which a person binds. In a distinguished name the characters that end a part are escaped (RFC
 * 4514, section 2.4).
 */
export function boundAs(template: string, login: string): string {
  const escaped = isDistinguished(template)
    ? login.replace(/[\\,+"<>;=#]|^ | $/g, (one) => `\\${one}`)
    : login.includes('@')
      ? login.slice(0, login.indexOf('@'))
      : login
  return template.replace(LOGIN_PLACE, () => escaped)
}
