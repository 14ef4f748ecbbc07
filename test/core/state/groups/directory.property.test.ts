import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GroupId, UserId } from '../../../../core/platform/ids.ts'
import { GroupDirectory } from '../../../../core/state/groups/directory.ts'
import type { GroupChange } from '../../../../core/state/groups/record.ts'
import { type GroupSetting, normalized } from '../../../../core/state/groups/setting.ts'
import { SYSTEM_GROUPS, type SystemGroupIds } from '../../../../core/state/groups/system.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { DEPTH } from '../../../harness/property.ts'

const SYSTEM = Object.fromEntries(
  Object.keys(SYSTEM_GROUPS).map((name, index) => [name, index + 1]),
) as unknown as SystemGroupIds
const GROUPS = [20, 21, 22, 23, 24, 25] as GroupId[]
const ALL_GROUPS = [...Object.values(SYSTEM), ...GROUPS] as GroupId[]
const USERS = [1, 2, 3, 4, 5] as UserId[]
const OLD = '2020-01-01T00:00:00+00:00'
const NOW = Date.parse('2020-02-01T00:00:00+00:00')

const personOf = (id: UserId, role: Role, isActive: boolean, isNew: boolean): UserRecord =>
  ({
    id,
    role,
    isActive,
    isSystemBot: false,
    dateJoined: isNew ? new Date(NOW).toISOString() : OLD,
  }) as UserRecord

/** The members of groups, computed from scratch for each question. */
class Naive {
  readonly members = new Set<string>()
  readonly subgroups = new Set<string>()
  waitingPeriod = 0

  isInSystemGroup(name: string, user: UserRecord): boolean {
    const isFull = user.role < Role.member || (user.role === Role.member && !this.#waits(user))
    switch (name) {
      case 'role:owners':
        return user.role === Role.owner
      case 'role:administrators':
        return user.role <= Role.administrator
      case 'role:moderators':
        return user.role <= Role.moderator
      case 'role:fullmembers':
        return isFull
      case 'role:members':
        return user.role <= Role.member
      default:
        return name !== 'role:nobody'
    }
  }

  isIn(group: GroupId, user: UserRecord): boolean {
    const system = Object.entries(SYSTEM).find(([, id]) => id === group)
    if (system !== undefined && this.isInSystemGroup(system[0], user)) return true
    return (
      this.members.has(`${group}:${user.id}`) ||
      ALL_GROUPS.some((sub) => this.subgroups.has(`${group}:${sub}`) && this.isIn(sub, user))
    )
  }

  has(setting: GroupSetting, user: UserRecord): boolean {
    if (!user.isActive) return false
    if (typeof setting === 'number') return this.isIn(setting, user)
    return (
      setting.direct_members.includes(user.id) ||
      setting.direct_subgroups.some((group) => this.isIn(group, user))
    )
  }

  contains(group: GroupId, other: GroupId): boolean {
    return (
      group === other ||
      ALL_GROUPS.some((sub) => this.subgroups.has(`${group}:${sub}`) && this.contains(sub, other))
    )
  }

  #waits(user: UserRecord): boolean {
    return Date.parse(user.dateJoined) + this.waitingPeriod * 86_400_000 > NOW
  }
}

const user = fc.constantFrom(...USERS)
const group = fc.constantFrom(...GROUPS)
const step = fc.oneof(
  fc.record({ kind: fc.constant('member' as const), group, user }),
  fc.record({ kind: fc.constant('subgroup' as const), group, subgroup: fc.constantFrom(...ALL_GROUPS) }),
  fc.record({
    kind: fc.constant('person' as const),
    user,
    role: fc.constantFrom(...Object.values(Role)),
    isActive: fc.boolean(),
    isNew: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('waiting' as const), days: fc.constantFrom(0, 3) }),
)
const setting = fc.oneof(
  fc.constantFrom(...ALL_GROUPS),
  fc.record({
    direct_members: fc.subarray(USERS),
    direct_subgroups: fc.subarray(ALL_GROUPS, { maxLength: 3 }),
  }),
)

test('the members of a group are those by role, by name and through subgroups, after any changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.array(setting, { minLength: 1 }), (steps, settings) => {
      const naive = new Naive()
      const directory = new GroupDirectory(SYSTEM)
      const people = new Map(USERS.map((id) => [id, personOf(id, Role.member, true, true)]))
      for (const step of steps) {
        if (step.kind === 'member') {
          const key = `${step.group}:${step.user}`
          const isIn = naive.members.delete(key)
          if (!isIn) naive.members.add(key)
          const change = { group: step.group, [isIn ? 'left' : 'joined']: [step.user] } as GroupChange
          const person = people.get(step.user)!
          const before = directory.has(step.group, person)
          expect(directory.after(change, () => directory.has(step.group, person))).toBe(
            naive.has(step.group, person),
          )
          expect(directory.has(step.group, person)).toBe(before)
          directory.change(change)
        } else if (step.kind === 'subgroup') {
          const key = `${step.group}:${step.subgroup}`
          const isIn = naive.subgroups.delete(key)
          if (!isIn && naive.contains(step.subgroup, step.group)) continue
          if (!isIn) naive.subgroups.add(key)
          directory.change({
            group: step.group,
            [isIn ? 'subgroupsRemoved' : 'subgroupsAdded']: [step.subgroup],
          } as GroupChange)
        } else if (step.kind === 'person') {
          people.set(step.user, personOf(step.user, step.role, step.isActive, step.isNew))
        } else {
          naive.waitingPeriod = step.days
          directory.setFullMembership({ waitingDays: step.days, at: NOW })
        }
        for (const person of people.values()) {
          for (const step of settings) {
            expect(directory.has(step, person)).toBe(naive.has(step, person))
            expect(directory.has(normalized(step), person)).toBe(naive.has(step, person))
          }
        }
      }
      for (const group of GROUPS) {
        const contained = ALL_GROUPS.filter((other) => naive.contains(group, other))
        const byRole = (id: GroupId) => id <= 8
        expect([...directory.within(group)].filter((id) => !byRole(id)).sort()).toEqual(
          contained.filter((id) => !byRole(id)),
        )
      }
    }),
    { numRuns: 150 * DEPTH },
  )
})

test('a new member is a full member from the end of the waiting period', () => {
  const directory = new GroupDirectory(SYSTEM)
  const person = personOf(USERS[0]!, Role.member, true, false)
  const isFull = () => directory.has(SYSTEM['role:fullmembers'], person)
  const joined = Date.parse(OLD)
  directory.setFullMembership({ waitingDays: 1, at: joined + 86_399_999 })
  expect(isFull()).toBe(false)
  expect(directory.afterFullMembership({ waitingDays: 1, at: joined + 86_400_000 }, isFull)).toBe(true)
  expect(directory.afterFullMembership({ waitingDays: 0, at: 0 }, isFull)).toBe(true)
  expect(isFull()).toBe(false)
  directory.setFullMembership({ waitingDays: 1, at: joined + 86_400_000 })
  expect(isFull()).toBe(true)
})

test('the print of the members follows from the members alone', () => {
  const group = GROUPS[0]!
  const changes = fc.array(fc.record({ user: fc.integer({ min: 1, max: 2000 }), joins: fc.boolean() }), {
    maxLength: 60,
  })
  const printOf = (members: Iterable<UserId>) => {
    const fresh = new GroupDirectory(SYSTEM)
    fresh.change({ group, joined: [...members] })
    return fresh.membersPrint(group)
  }
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 2000 }), (steps, other) => {
      const directory = new GroupDirectory(SYSTEM)
      const members = new Set<UserId>()
      for (const { user, joins } of steps) {
        const id = user as UserId
        directory.change(joins ? { group, joined: [id, id] } : { group, left: [id, id] })
        if (joins) members.add(id)
        else members.delete(id)
      }
      const print = directory.membersPrint(group)
      expect(print).toBe(printOf([...members].reverse()))
      expect(directory.after({ group, joined: [other as UserId] }, () => directory.membersPrint(group))).toBe(
        printOf(new Set([...members, other as UserId])),
      )
      expect(directory.membersPrint(group)).toBe(print)
      if (!members.has(other as UserId)) expect(printOf([...members, other as UserId])).not.toBe(print)
    }),
    { numRuns: 100 * DEPTH },
  )
})
