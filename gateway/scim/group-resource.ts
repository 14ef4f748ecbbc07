import { createHash } from 'node:crypto'
import type { DirectoryGroup, GroupState } from '../../core/people/provisioning/groups.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { invalidPath, invalidValue, isImmutable } from './errors.ts'
import { type Operation, parsePath } from './patch.ts'
import { isObject, isOfExtension, type Resource, type Value, valueAt } from './paths.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const MAX_MEMBERS = 100_000

/** A group as a SCIM Group. `hasMembers`: whether its members are listed; `hasVersion`: as of users. */
export function groupResource(
  group: DirectoryGroup,
  base: string,
  hasMembers: boolean,
  hasVersion = true,
): Resource {
  const { id, name, externalId } = group
  return {
    schemas: [GROUP_SCHEMA],
    id: String(id),
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(hasMembers && {
      members: Array.from(group.members, (user) => ({ value: String(user), $ref: `${base}/Users/${user}` })),
    }),
    meta: {
      ...{ resourceType: 'Group', location: `${base}/Groups/${id}` },
      ...(hasVersion && { version: groupVersion(group) }),
    },
  }
}

/** Changes with the name, the external id and the members, in whichever order these are. Reads no member. */
export const groupVersion = ({ name, externalId, membersPrint }: DirectoryGroup): string =>
  `W/"${membersPrint}.${hashOf([name, externalId])}"`

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** The group that a resource describes. Throws invalidValue. */
export function groupFrom(resource: Resource): GroupState {
  return {
    name: nameIn(valueAt(resource, 'displayName')),
    externalId: externalIdIn(valueAt(resource, 'externalId')),
    members: new Set(membersIn(valueAt(resource, 'members') ?? [])),
  }
}

/**
 * Applies the operations of a PATCH. Unlike `patched` it works on the set of members, because a group may
 * have 100,000 of them.
 */
export function patchedGroup(group: GroupState, operations: readonly Operation[]): GroupState {
  let { name, externalId } = group
  const members = new Set(group.members)
  const apply = (op: Operation['op'], given: string, value: Value | undefined): void => {
    if (isOfExtension(given)) return
    const path = parsePath(given)
    switch (path.name.toLowerCase()) {
      case 'displayname':
        name = nameIn(op === 'remove' ? undefined : value)
        return
      case 'externalid':
        externalId = op === 'remove' ? null : externalIdIn(value)
        return
      case 'members': {
        if (path.filter !== undefined) {
          const { filter } = path
          const isOne =
            filter.kind === 'compare' &&
            filter.operator === 'eq' &&
            filter.path.join('.').toLowerCase() === 'value'
          if (!isOne || op !== 'remove')
            throw invalidPath('Of members[…] only "remove" with value eq is possible')
          members.delete(Number(filter.value) as UserId)
          return
        }
        if (op === 'remove' && value === undefined) members.clear()
        else if (op === 'remove') for (const id of membersIn(value!)) members.delete(id)
        else {
          if (op === 'replace') members.clear()
          for (const id of membersIn(value ?? [])) members.add(id)
        }
        if (members.size > MAX_MEMBERS) throw invalidValue(`A group has at most ${MAX_MEMBERS} members`)
        return
      }
      case 'meta':
        throw isImmutable('meta')
      // Okta repeats the id, which never changes. Attributes that this server does not keep change nothing.
    }
  }
  for (const { op, path, value } of operations) {
    if (path !== undefined) apply(op, path, value)
    else {
      if (!isObject(value) || op === 'remove') throw invalidValue('Without a path the value is an object')
      for (const [one, given] of Object.entries(value)) apply(op, one, given)
    }
  }
  return { name, externalId, members }
}

function nameIn(value: Value | undefined): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalidValue('displayName is required')
  return value
}

function externalIdIn(value: Value | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > 1_000) throw invalidValue('externalId is not a text')
  return value
}

function membersIn(value: Value): UserId[] {
  const list: readonly Value[] = Array.isArray(value) ? value : [value]
  if (list.length > MAX_MEMBERS) throw invalidValue(`A group has at most ${MAX_MEMBERS} members`)
  return list.map((one) => {
    const [id, type] = isObject(one) ? [valueAt(one, 'value'), valueAt(one, 'type')] : [one]
    // Their ids are ids of people too.
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw invalidValue('A group cannot be a member of a group')
    if (typeof id !== 'string' || !/^\d{1,9}$/.test(id))
      throw invalidValue('A member has the id of a user as its value')
    return Number(id) as UserId
  })
}
