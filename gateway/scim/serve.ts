import {
  type Account,
  changeAccount,
  createAccount,
  type Directory,
  findAccount,
  removeAccount,
} from '../../core/people/provisioning/accounts.ts'
import { noSuchResource } from '../../core/people/provisioning/errors.ts'
import {
  changeDirectoryGroup,
  createDirectoryGroup,
  type DirectoryGroup,
  findDirectoryGroup,
  removeDirectoryGroup,
} from '../../core/people/provisioning/groups.ts'
import {
  type AccountKey,
  accountsWith,
  listAccounts,
  pageOfAccounts,
} from '../../core/people/provisioning/list-accounts.ts'
import {
  type GroupKey,
  groupsWith,
  listGroups,
  pageOfGroups,
} from '../../core/people/provisioning/list-groups.ts'
import type { GroupId, UserId } from '../../core/platform/ids.ts'
import { LIST, resourceAnswer, type ScimAnswer, type ScimRequest } from './answer.ts'
import { invalidSyntax, isStale, notAllowed, notImplemented, unknownEndpoint } from './errors.ts'
import type { Filter } from './filter.ts'
import { groupFrom, groupResource, groupVersion, patchedGroup } from './group-resource.ts'
import { type Key, keysOf } from './keys.ts'
import { attributesIn, listed } from './lists.ts'
import { operationsIn, patched } from './patch.ts'
import type { Resource } from './paths.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { accountFrom, shownAttributes, userResource } from './user-resource.ts'

/** Answers one request of a directory, except bulk requests. `base`: the address of /scim/v2. */
export async function serve(by: Directory, request: ScimRequest, base: string): Promise<ScimAnswer> {
  const [, kind = '', id, more] = request.path.split('/').map(decoded)
  if (more !== undefined) throw unknownEndpoint()
  switch (kind.toLowerCase()) {
    case 'users':
      return users(by, request, base, id)
    case 'groups':
      return groups(by, request, base, id)
    case 'me':
      throw notImplemented()
  }
  const read = FIXED.get(kind.toLowerCase())
  if (read === undefined) throw unknownEndpoint()
  if (request.method !== 'GET') throw notAllowed(request.method)
  return read(base, id)
}

/** What only the product changes. */
const FIXED = new Map<string, (base: string, id: string | undefined) => ScimAnswer>([
  ['serviceproviderconfig', (base) => ({ status: 200, body: serviceProviderConfig(base) })],
  ['resourcetypes', (base, id) => fixed(resourceTypes(base), id)],
  ['schemas', (base, id) => fixed(schemas(base), id)],
])

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw unknownEndpoint()
  }
}

function fixed(resources: readonly Resource[], id: string | undefined): ScimAnswer {
  if (id !== undefined) {
    const body = resources.find((one) => one.id === id)
    if (body === undefined) throw noSuchResource(id)
    return { status: 200, body }
  }
  const { length } = resources
  const page = { totalResults: length, startIndex: 1, itemsPerPage: length, Resources: resources }
  return { status: 200, body: { schemas: [LIST], ...page } }
}

async function users(
  by: Directory,
  request: ScimRequest,
  base: string,
  given: string | undefined,
): Promise<ScimAnswer> {
  const { method, query } = request
  const { attributes, excluded } = attributesIn(query)
  const shown = (resource: Resource, isNew = false): ScimAnswer => ({
    ...resourceAnswer(resource, isNew),
    body: shownAttributes(resource, attributes, excluded),
  })
  if (given === undefined) {
    if (method === 'POST')
      return shown(userResource(await createAccount(by, accountFrom(bodyOf(request))), base), true)
    if (method !== 'GET') throw notAllowed(method)
    return listed(query, {
      items: (filter) => accountsFor(by, filter),
      page: (from, count) => pageOfAccounts(by, from, count),
      toFilter: (account) => userResource(account, base, false),
      toShow: (account) => userResource(account, base),
    })
  }
  const id = idIn(given) as UserId
  const checkVersion = (resource: Resource) => requireVersion(request, versionIn(resource))
  switch (method) {
    case 'GET': {
      const resource = userResource(await findAccount(by, id), base)
      return isKnown(request, versionIn(resource))
        ? { status: 304, version: versionIn(resource) }
        : shown(resource)
    }
    case 'PUT':
    case 'PATCH': {
      const body = bodyOf(request)
      const operations = method === 'PATCH' ? operationsIn(body) : undefined
      const changed = await changeAccount(by, id, (account) => {
        const before = userResource(account, base)
        checkVersion(before)
        const after = operations === undefined ? body : patched(before, operations)
        return accountFrom(after, { account, resource: before })
      })
      return shown(userResource(changed, base))
    }
    case 'DELETE':
      await removeAccount(by, id, (account) => checkVersion(userResource(account, base)))
      return { status: 204 }
  }
  throw notAllowed(method)
}

const ACCOUNT_KEYS: Readonly<Record<string, AccountKey['attribute']>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  'emails.value': 'email',
  displayname: 'fullName',
}
const PREFIXED = new Set(['username', 'emails.value'])

/** The accounts among which a filter finds all that it lets through; few where it names some. */
function accountsFor(by: Directory, filter: Filter | undefined): Promise<Account[]> {
  const hasIndex = ({ attribute, isPrefix }: Key) =>
    isPrefix ? PREFIXED.has(attribute) : Object.hasOwn(ACCOUNT_KEYS, attribute)
  const keys = filter && keysOf(filter, hasIndex)
  if (keys === undefined) return listAccounts(by)
  return accountsWith(
    by,
    keys.map(({ attribute, ...key }) => ({ attribute: ACCOUNT_KEYS[attribute]!, ...key })),
  )
}

const GROUP_KEYS: Readonly<Record<string, GroupKey['attribute']>> = {
  id: 'id',
  displayname: 'name',
  externalid: 'externalId',
  'members.value': 'member',
}

/** The groups among which a filter finds all that it lets through. */
function groupsFor(by: Directory, filter: Filter | undefined): Promise<DirectoryGroup[]> {
  const hasIndex = ({ attribute, isPrefix }: Key) => !isPrefix && Object.hasOwn(GROUP_KEYS, attribute)
  const keys = filter && keysOf(filter, hasIndex)
  if (keys === undefined) return listGroups(by)
  return groupsWith(
    by,
    keys.map(({ attribute, value }) => ({ attribute: GROUP_KEYS[attribute]!, value })),
  )
}

async function groups(
  by: Directory,
  request: ScimRequest,
  base: string,
  given: string | undefined,
): Promise<ScimAnswer> {
  const { method, query } = request
  const { attributes, excluded, isShown } = attributesIn(query)
  const hasMembers = isShown('members')
  const shown = (group: Parameters<typeof groupResource>[0], isNew = false): ScimAnswer => {
    const resource = groupResource(group, base, hasMembers)
    return { ...resourceAnswer(resource, isNew), body: shownAttributes(resource, attributes, excluded) }
  }
  if (given === undefined) {
    if (method === 'POST') return shown(await createDirectoryGroup(by, groupFrom(bodyOf(request))), true)
    if (method !== 'GET') throw notAllowed(method)
    const asksForMembers = /\bmembers\b/i.test(query.get('filter') ?? '')
    return listed(query, {
      items: (filter) => groupsFor(by, filter),
      page: (from, count) => pageOfGroups(by, from, count),
      toFilter: (group) => groupResource(group, base, asksForMembers, false),
      // The members are collected when they are read.
      sizeToFilter: (group) => (asksForMembers ? group.members.size : 0),
      toShow: (group) => groupResource(group, base, hasMembers),
      sizeOf: (group) => (hasMembers ? group.members.size : 0),
    })
  }
  const id = idIn(given) as GroupId
  const checkVersion = (group: DirectoryGroup) => requireVersion(request, groupVersion(group))
  switch (method) {
    case 'GET': {
      const group = await findDirectoryGroup(by, id)
      const version = groupVersion(group)
      return isKnown(request, version) ? { status: 304, version } : shown(group)
    }
    case 'PUT': {
      const state = groupFrom(bodyOf(request))
      const changed = await changeDirectoryGroup(by, id, (group) => {
        checkVersion(group)
        return state
      })
      return shown(changed)
    }
    case 'PATCH': {
      const operations = operationsIn(bodyOf(request))
      const changed = await changeDirectoryGroup(by, id, (group) => {
        checkVersion(group)
        return patchedGroup(group, operations)
      })
      // Without the members, of which there may be many: RFC 7644 allows an empty answer.
      if (attributes === undefined) return { status: 204, version: groupVersion(changed) }
      return shown(changed)
    }
    case 'DELETE':
      await removeDirectoryGroup(by, id, checkVersion)
      return { status: 204 }
  }
  throw notAllowed(method)
}

function idIn(given: string): number {
  if (!/^[1-9]\d{0,8}$/.test(given)) throw noSuchResource(given)
  return Number(given)
}

function bodyOf({ body }: ScimRequest): Resource {
  if (body === undefined) throw invalidSyntax('The request needs a body')
  return body
}

const versionIn = (resource: Resource): string => (resource.meta as { version: string }).version

/** Versions are weak here, so the prefix does not matter. */
const bare = (version: string): string => version.trim().replace(/^W\//, '')
const names = (header: string, version: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => bare(one) === bare(version))

const isKnown = ({ ifNoneMatch }: ScimRequest, version: string): boolean =>
  ifNoneMatch !== '' && names(ifNoneMatch, version)

/** Throws 412 unless the version is the one that the request names. */
function requireVersion({ ifMatch }: ScimRequest, version: string): void {
  if (ifMatch !== '' && !names(ifMatch, version)) throw isStale()
}
