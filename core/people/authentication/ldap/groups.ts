import type { Client, Entry, Filter, SearchOptions } from 'ldapts'
import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import { LDAP_TIMEOUT_SECONDS, MAX_LDAP_GROUP_DEPTH, MAX_LDAP_GROUPS } from '../../../../config/limits.ts'
import { mappingIn } from '../../../../config/log-in-provider.ts'
import type { DirectoryConnection } from './connect.ts'
import { comparable, type FoundGroups, groupsAttribute, groupsIn, MEMBER_OF } from './entry.ts'
import { searchPages } from './search-pages.ts'

/** Groups that one search asks about, and groups that come at once. */
const ASKED_AT_ONCE = 100
const PAGE = 500
/** Classes of groups in the schemas of directories. */
const CLASSES = ['group', 'groupOfNames', 'groupOfUniqueNames', 'groupOfMembers']
const MEMBERS = ['member', 'uniqueMember']

/** Says in which of the groups that lines name a person is; undefined when only the entry says it. */
export type GroupsByEntry = (entry: Entry) => FoundGroups | undefined

/** The groups that lines name, each once. */
function namedGroups({ roles, groups }: LdapProvider): readonly string[] {
  const named = [...roles, ...groups].flatMap((line) => mappingIn(line)?.theirs ?? [])
  return [...new Set(named.filter((one) => one !== '*'))]
}

/** Whether entries name their groups in `memberOf`, whose values are names in the directory. */
const hasMemberOf = (provider: LdapProvider): boolean =>
  provider.group_base_dn === undefined && groupsAttribute(provider).toLowerCase() === MEMBER_OF.toLowerCase()

/**
 * Returns the groups of one person, and the groups in which these are; undefined when only the person's entry
 * says it.
 */
export async function groupsOfPerson(
  provider: LdapProvider,
  client: Client,
  connection: DirectoryConnection,
  entry: Entry,
): Promise<FoundGroups | undefined> {
  const { group_base_dn: base } = provider
  const named = namedGroups(provider)
  if (named.length === 0) return undefined
  if (base !== undefined)
    return spread([entry.dn], async (some) =>
      searchGroups(client, connection, base, await anyOf(MEMBERS, some)),
    )
  if (!hasMemberOf(provider)) return undefined
  const direct = groupsIn(provider, entry)
  const bases = await basesOf(client, named)
  const outer = await spread(direct, async (some) =>
    searchAll(client, connection, bases, await anyOf(MEMBERS, some)),
  )
  return { ...outer, names: [...direct, ...outer.names] }
}

/**
 * Reads the groups that lines name, and the groups in these. No search for a single person is needed then.
 */
export async function groupsOfPeople(
  provider: LdapProvider,
  client: Client,
  connection: DirectoryConnection,
): Promise<GroupsByEntry> {
  const { group_base_dn: base } = provider
  const named = namedGroups(provider)
  if (named.length === 0) return () => undefined
  if (base !== undefined) return groupsByMembers(client, connection, base, named)
  return hasMemberOf(provider) ? groupsByMemberOf(provider, client, connection, named) : () => undefined
}

/** For directories whose people and groups have `memberOf`. */
async function groupsByMemberOf(
  provider: LdapProvider,
  client: Client,
  connection: DirectoryConnection,
  named: readonly string[],
): Promise<GroupsByEntry> {
  const { AndFilter } = await import('ldapts')
  const bases = await basesOf(client, named)
  const isGroup = await anyOf(['objectClass'], CLASSES)
  const table = new Membership()
  for (const group of named) {
    const inner = await spread([group], async (some) => {
      const filter = new AndFilter({ filters: [isGroup, await anyOf([MEMBER_OF], some)] })
      return searchAll(client, connection, bases, filter)
    })
    table.add(group, [group, ...inner.names], inner.isWhole)
  }
  return (entry) => table.groupsOf(groupsIn(provider, entry))
}

/** For directories whose groups below `base` list their members. */
async function groupsByMembers(
  client: Client,
  connection: DirectoryConnection,
  base: string,
  named: readonly string[],
): Promise<GroupsByEntry> {
  const all = await searchGroups(client, connection, base, await anyOf(['objectClass'], CLASSES))
  const groups = new Set(all.names.map(comparable))
  const read = new Map<string, readonly string[]>()
  const membersOf = async (group: string): Promise<readonly string[]> => {
    const key = comparable(group)
    const members = read.get(key) ?? (await readMembers(client, group))
    read.set(key, members)
    return members
  }
  const table = new Membership()
  for (const group of named) {
    const inner = await spread([group], async (some) => {
      const names: string[] = []
      for (const one of some)
        names.push(...(await membersOf(one)).filter((member) => groups.has(comparable(member))))
      return { names, isWhole: all.isWhole }
    })
    for (const one of [group, ...inner.names]) table.add(group, await membersOf(one), inner.isWhole)
  }
  return ({ dn }) => table.groupsOf([dn])
}

async function readMembers(client: Client, group: string): Promise<readonly string[]> {
  const { NoSuchObjectError } = await import('ldapts')
  try {
    const { searchEntries } = await client.search(group, {
      scope: 'base',
      timeLimit: LDAP_TIMEOUT_SECONDS,
      attributes: MEMBERS,
    })
    // Active Directory sends the members of a large group in parts: the others would be no members.
    if (searchEntries.some((entry) => Object.keys(entry).some((name) => /member;range=/i.test(name))))
      throw new Error(`the directory sends only a part of the members of ${group}; leave out group_base_dn`)
    return searchEntries.flatMap(({ member = [], uniqueMember = [] }) =>
      [member, uniqueMember].flat().map(String),
    )
  } catch (error) {
    if (error instanceof NoSuchObjectError) return []
    throw error
  }
}

/** Which of some groups have members, people or groups, directly or through other groups. */
class Membership {
  readonly #groups = new Map<string, Set<string>>()
  #isWhole = true

  add(group: string, members: readonly string[], isWhole: boolean): void {
    this.#isWhole &&= isWhole
    for (const member of members.map(comparable)) {
      const groups = this.#groups.get(member) ?? new Set()
      this.#groups.set(member, groups.add(group))
    }
  }

  /** The groups of which one of these is a member. */
  groupsOf(members: readonly string[]): FoundGroups {
    const names = new Set(members.flatMap((one) => [...(this.#groups.get(comparable(one)) ?? [])]))
    return { names: [...names], isWhole: this.#isWhole }
  }
}

/**
 * Goes from groups to the next ones, and from these on. A group that contains itself is looked at once. Not
 * whole after many groups or many steps.
 */
async function spread(
  start: readonly string[],
  next: (some: readonly string[]) => Promise<FoundGroups>,
): Promise<FoundGroups> {
  const seen = new Set(start.slice(0, MAX_LDAP_GROUPS).map(comparable))
  const names: string[] = []
  let isWhole = start.length <= MAX_LDAP_GROUPS
  let last: readonly string[] = start.slice(0, MAX_LDAP_GROUPS)
  for (let depth = 0; last.length > 0; depth++) {
    if (depth === MAX_LDAP_GROUP_DEPTH) return { names, isWhole: false }
    const found: string[] = []
    for (let at = 0; at < last.length; at += ASKED_AT_ONCE) {
      const step = await next(last.slice(at, at + ASKED_AT_ONCE))
      isWhole &&= step.isWhole
      for (const one of step.names) {
        const key = comparable(one)
        if (seen.has(key)) continue
        if (seen.size >= MAX_LDAP_GROUPS) return { names, isWhole: false }
        seen.add(key)
        found.push(one)
        names.push(one)
      }
    }
    last = found
  }
  return { names, isWhole }
}

/** Where groups are: the parts of the directory with the named groups. */
async function basesOf(client: Client, named: readonly string[]): Promise<readonly string[]> {
  // RFC 4512, section 5.1.
  const { searchEntries } = await client.search('', { scope: 'base', attributes: ['namingContexts'] })
  const contexts = searchEntries.flatMap((entry) => [entry.namingContexts ?? []].flat().map(String))
  const groups = named.map(comparable)
  return contexts.filter((one) => {
    const end = comparable(one)
    return end !== '' && groups.some((group) => group.endsWith(`,${end}`))
  })
}

/** The groups in parts of a directory. It may lack a part, and may refuse to search there. */
async function searchAll(
  client: Client,
  connection: DirectoryConnection,
  bases: readonly string[],
  filter: Filter,
): Promise<FoundGroups> {
  const { NoSuchObjectError, ResultCodeError } = await import('ldapts')
  const names: string[] = []
  let isWhole = true
  for (const base of bases)
    try {
      const found = await searchGroups(client, connection, base, filter)
      names.push(...found.names)
      isWhole &&= found.isWhole
    } catch (error) {
      if (!(error instanceof ResultCodeError)) throw error
      isWhole &&= error instanceof NoSuchObjectError
    }
  return { names, isWhole }
}

/** The groups below `base`; not whole when they are too many. */
async function searchGroups(
  client: Client,
  connection: DirectoryConnection,
  base: string,
  filter: Filter,
): Promise<FoundGroups> {
  const { SizeLimitExceededError } = await import('ldapts')
  const names: string[] = []
  let pageCount = 0
  const search: SearchOptions = {
    ...{ scope: 'sub', filter, timeLimit: LDAP_TIMEOUT_SECONDS },
    attributes: ['1.1'],
  }
  try {
    for await (const page of searchPages(client, connection, base, search, PAGE)) {
      pageCount += 1
      names.push(...page.map(({ dn }) => dn))
      if (names.length > MAX_LDAP_GROUPS || pageCount > MAX_LDAP_GROUPS) return { names, isWhole: false }
    }
  } catch (error) {
    if (!(error instanceof SizeLimitExceededError)) throw error
    return { names, isWhole: false }
  }
  return { names, isWhole: true }
}

/** A filter for entries with one of the values in one of the attributes. */
async function anyOf(attributes: readonly string[], values: readonly string[]): Promise<Filter> {
  // A value is never a part of a filter's text.
  const { EqualityFilter, OrFilter } = await import('ldapts')
  const filters = attributes.flatMap((attribute) =>
    values.map((value) => new EqualityFilter({ attribute, value })),
  )
  return new OrFilter({ filters })
}
