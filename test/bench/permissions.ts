import type { GroupId, UserId } from '../../core/platform/ids.ts'
import { GroupDirectory } from '../../core/state/groups/directory.ts'
import type { GroupSetting } from '../../core/state/groups/setting.ts'
import { SYSTEM_GROUPS, type SystemGroupIds } from '../../core/state/groups/system.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { printTable } from './report.ts'

const GROUPS = 10_000
const USERS = 10_000
/** Length of a chain of groups, each of which contains the previous one. */
const DEPTH = 100
const QUESTIONS = 2_000_000

/**
 * Measures nanoseconds for each permission check in an organization of 10,000 groups, nested 100 deep, and
 * 10,000 people, each in five groups: for people who were checked before, and for each person's first check.
 */
export async function permissions(): Promise<void> {
  const { directory, people } = organization()
  const group = (n: number) => (100 + ((n * 7919) % GROUPS)) as GroupId
  const unnamed = (n: number): GroupSetting => ({
    direct_members: [people[n % USERS]!.id],
    direct_subgroups: [group(n), group(n + 1), group(n + 2)],
  })
  const settings = Array.from({ length: 1024 }, (_, n) => (n % 4 === 0 ? unnamed(n) : group(n)))
  const few = people.slice(0, 1000)
  const first = time(() => people.filter((user) => directory.has(group(0), user)).length)
  const later = time(() => {
    let granted = 0
    for (let n = 0; n < QUESTIONS; n++) {
      if (directory.has(settings[n % 1024]!, few[n % few.length]!)) granted++
    }
    return granted
  })
  const afterJoin = time(() => {
    let granted = 0
    for (let n = 0; n < USERS; n++) {
      const user = people[n]!
      directory.change({ group: group(n), joined: [user.id] })
      if (directory.has(group(n + 1), user)) granted++
    }
    return granted
  })
  printTable(
    'permissions',
    ['ns'],
    [
      ['first question', [first / USERS, 0]],
      ['later question', [later / QUESTIONS, 0]],
      ['after a join', [afterJoin / USERS, 0]],
    ],
  )
}

function organization() {
  const system = Object.fromEntries(
    Object.keys(SYSTEM_GROUPS).map((name, index) => [name, index + 1]),
  ) as unknown as SystemGroupIds
  const directory = new GroupDirectory(system)
  for (let n = 0; n < GROUPS; n++) {
    if (n % DEPTH > 0) {
      directory.change({ group: (100 + n) as GroupId, subgroupsAdded: [(99 + n) as GroupId] })
    }
  }
  const people = Array.from({ length: USERS }, (_, n) => {
    const user = { id: n as UserId, role: Role.member, isActive: true, isSystemBot: false } as UserRecord
    for (let i = 0; i < 5; i++) {
      directory.change({ group: (100 + ((n * 31 + i * 1009) % GROUPS)) as GroupId, joined: [user.id] })
    }
    return user
  })
  return { directory, people }
}

/** Nanoseconds that `run` takes. Its result prevents that the compiler removes the work. */
function time(run: () => number): number {
  const begun = process.hrtime.bigint()
  if (run() < 0) throw new Error('a count is negative')
  return Number(process.hrtime.bigint() - begun)
}
