import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import { Role, type UserRecord } from '../users/record.ts'
import type { GroupChange, GroupRecord } from './record.ts'
import type { GroupSetting } from './setting.ts'
import type { SystemGroup, SystemGroupIds } from './system.ts'

/** System groups; each contains the one before it (spec.md "User group"). */
const NESTED = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const satisfies readonly SystemGroup[]

const DAY_MS = 86_400_000

/** The largest number of ids in all cached answers together. */
const MAX_REMEMBERED = 2_000_000

/** Sums of two hashes of each member, modulo 2^32: the order in which members join does not matter. */
interface MembersPrint {
  readonly sum: number
  readonly mixed: number
}

/** Every group that a user is in, directly or through subgroups. */
interface Closure {
  readonly user: UserRecord
  readonly groups: ReadonlySet<GroupId>
}

/**
 * The rule for full members: users who joined at least `waitingDays` days before `at`, in milliseconds since
 * 1970. Only entries of the log increase `at`, so that every full member was emitted as a full member.
 */
export interface FullMembership {
  readonly waitingDays: number
  readonly at: number
}

/**
 * The groups of an organization in memory, with their members and subgroups. Membership in system groups
 * follows from roles. Names compare without case.
 */
export class GroupDirectory implements Iterable<GroupRecord> {
  readonly #system: SystemGroupIds
  readonly #byId = new Map<GroupId, GroupRecord>()
  readonly #byName = new Map<string, GroupRecord>()
  readonly #members = new Map<GroupId, Set<UserId>>()
  readonly #prints = new Map<GroupId, MembersPrint>()
  readonly #groupsOf = new Map<UserId, Set<GroupId>>()
  readonly #subgroups = new Map<GroupId, Set<GroupId>>()
  readonly #supergroups = new Map<GroupId, Set<GroupId>>()
  readonly #closures = new Map<UserId, Closure>()
  #remembered = 0
  #fullMembership: FullMembership = { waitingDays: 0, at: 0 }
  #version = 0

  constructor(system: SystemGroupIds) {
    this.#system = system
    for (const [index, name] of NESTED.entries()) {
      if (index > 0) this.#nest(system[name], system[NESTED[index - 1]!])
    }
  }

  setFullMembership(rule: FullMembership): void {
    const { waitingDays, at } = this.#fullMembership
    if (waitingDays === rule.waitingDays && at === rule.at) return
    this.#fullMembership = rule
    this.#version++
    this.#forgetAll()
  }

  /** Increases with each change, so that derived data of the same version is still valid. */
  get version(): number {
    return this.#version
  }

  /** Number of groups that are not system groups, deactivated ones included. */
  get customGroupCount(): number {
    return this.#byId.size - Object.keys(this.#system).length
  }

  get(id: number): GroupRecord | undefined {
    return this.#byId.get(id as GroupId)
  }

  byName(name: string): GroupRecord | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /**
   * Whether the setting includes the user. Deactivated users and the server's own bots have no permissions.
   */
  has(setting: GroupSetting, user: UserRecord): boolean {
    if (!user.isActive || user.isSystemBot) return false
    const groups = this.groupsOf(user)
    if (typeof setting === 'number') return groups.has(setting)
    return (
      setting.direct_members.includes(user.id) || setting.direct_subgroups.some((group) => groups.has(group))
    )
  }

  /**
   * Every group that the user is in, directly or through subgroups, active or not. Do not keep the result.
   */
  groupsOf(user: UserRecord): ReadonlySet<GroupId> {
    const known = this.#closures.get(user.id)
    if (known?.user === user) return known.groups
    if (known !== undefined) this.#forget(user.id)
    const closure = this.#closureOf(user)
    if (this.#remembered > MAX_REMEMBERED) this.#forgetAll()
    this.#closures.set(user.id, closure)
    this.#remembered += closure.groups.size
    return closure.groups
  }

  /** Whether the user is a direct member of the group. */
  isDirectMember(group: GroupId, user: UserRecord): boolean {
    if (!this.#byId.get(group)?.isSystemGroup) return this.#members.get(group)?.has(user.id) ?? false
    return !user.isSystemBot && this.systemGroupsOf(user).includes(group)
  }

  /** The system groups that the user is a direct member of, by role; a full member is in two. */
  systemGroupsOf(user: UserRecord): GroupId[] {
    switch (user.role) {
      case Role.owner:
        return [this.#system['role:owners']]
      case Role.administrator:
        return [this.#system['role:administrators']]
      case Role.moderator:
        return [this.#system['role:moderators']]
      case Role.member: {
        const members = this.#system['role:members']
        return this.#isFull(user) ? [members, this.#system['role:fullmembers']] : [members]
      }
      default:
        return [this.#system['role:everyone']]
    }
  }

  /** The direct members of a group that is not a system group, including deactivated users. */
  members(group: GroupId): ReadonlySet<UserId> {
    return this.#members.get(group) ?? NONE
  }

  /**
   * A text that changes with the direct members of a group. It depends on nothing else, so that all processes
   * have the same one. Costs the same for any number of members.
   */
  membersPrint(group: GroupId): string {
    const { sum, mixed } = this.#prints.get(group) ?? NO_PRINT
    return [this.members(group).size, sum >>> 0, mixed >>> 0].map((part) => part.toString(36)).join('.')
  }

  /** The groups, except system groups, that a user is a direct member of. */
  directGroupsOf(user: UserId): ReadonlySet<GroupId> {
    return this.#groupsOf.get(user) ?? NONE
  }

  /** The direct subgroups of a group. */
  subgroups(group: GroupId): ReadonlySet<GroupId> {
    return this.#subgroups.get(group) ?? NONE
  }

  /** The groups that contain a group directly. */
  supergroups(group: GroupId): ReadonlySet<GroupId> {
    return this.#supergroups.get(group) ?? NONE
  }

  /** A group and all its direct and indirect subgroups. */
  within(group: GroupId): Set<GroupId> {
    return reach([group], this.#subgroups)
  }

  put(group: GroupRecord): void {
    this.#version++
    const former = this.#byId.get(group.id)
    if (former !== undefined) this.#byName.delete(former.name.toLowerCase())
    this.#byId.set(group.id, group)
    this.#byName.set(group.name.toLowerCase(), group)
  }

  change({ group, joined = [], left = [], subgroupsAdded = [], subgroupsRemoved = [] }: GroupChange): void {
    this.#version++
    for (const user of joined) {
      const members = getOrCreateSet(this.#members, group)
      if (!members.has(user)) this.#print(group, user, 1)
      members.add(user)
      getOrCreateSet(this.#groupsOf, user).add(group)
      this.#forget(user)
    }
    for (const user of left) {
      if (this.#members.get(group)?.delete(user)) this.#print(group, user, -1)
      this.#groupsOf.get(user)?.delete(group)
      this.#forget(user)
    }
    for (const subgroup of subgroupsAdded) this.#nest(group, subgroup)
    for (const subgroup of subgroupsRemoved) {
      this.#subgroups.get(group)?.delete(subgroup)
      this.#supergroups.get(subgroup)?.delete(group)
    }
    if (subgroupsAdded.length + subgroupsRemoved.length > 0) this.#forgetAll()
  }

  /** Runs `ask` with a change applied, and undoes the change. */
  after<T>(change: GroupChange, ask: () => T): T {
    const { group } = change
    const [members, subgroups] = [new Set(this.members(group)), new Set(this.subgroups(group))]
    this.change(change)
    try {
      return ask()
    } finally {
      this.change({
        group,
        joined: without(members, this.members(group)),
        left: without(this.members(group), members),
        subgroupsAdded: without(subgroups, this.subgroups(group)),
        subgroupsRemoved: without(this.subgroups(group), subgroups),
      })
    }
  }

  /** Runs `ask` with another rule for full members, and restores the rule. */
  afterFullMembership<T>(rule: FullMembership, ask: () => T): T {
    const former = this.#fullMembership
    this.setFullMembership(rule)
    try {
      return ask()
    } finally {
      this.setFullMembership(former)
    }
  }

  [Symbol.iterator](): Iterator<GroupRecord> {
    return this.#byId.values()
  }

  /** Adds a member to the print of a group, or removes it. */
  #print(group: GroupId, user: UserId, sign: 1 | -1): void {
    const { sum, mixed } = this.#prints.get(group) ?? NO_PRINT
    const hash = Math.imul(user ^ (user >>> 15), 0x2c1b3c6d)
    this.#prints.set(group, {
      sum: (sum + sign * hash) | 0,
      mixed: (mixed + sign * Math.imul(hash ^ (hash >>> 12), 0x297a2d39)) | 0,
    })
  }

  #nest(group: GroupId, subgroup: GroupId): void {
    getOrCreateSet(this.#subgroups, group).add(subgroup)
    getOrCreateSet(this.#supergroups, subgroup).add(group)
  }

  #closureOf(user: UserRecord): Closure {
    const direct = [...this.directGroupsOf(user.id), ...this.systemGroupsOf(user)]
    return { user, groups: reach(direct, this.#supergroups) }
  }

  #isFull(user: UserRecord): boolean {
    const { waitingDays, at } = this.#fullMembership
    return waitingDays === 0 || Date.parse(user.dateJoined) + waitingDays * DAY_MS <= at
  }

  #forget(user: UserId): void {
    const known = this.#closures.get(user)
    if (known === undefined) return
    this.#remembered -= known.groups.size
    this.#closures.delete(user)
  }

  #forgetAll(): void {
    this.#closures.clear()
    this.#remembered = 0
  }
}

const without = <T>(of: ReadonlySet<T>, others: ReadonlySet<T>): T[] =>
  [...of].filter((element) => !others.has(element))

const NONE: ReadonlySet<never> = new Set<never>()
const NO_PRINT: MembersPrint = { sum: 0, mixed: 0 }

/** The given groups and all groups that are reachable from them. */
function reach(from: readonly GroupId[], next: ReadonlyMap<GroupId, ReadonlySet<GroupId>>): Set<GroupId> {
  const found = new Set(from)
  // Iteration over a set includes elements that are added meanwhile.
  for (const group of found) for (const reached of next.get(group) ?? NONE) found.add(reached)
  return found
}
