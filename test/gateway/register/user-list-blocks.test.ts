import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '../../../core/platform/ids.ts'
import type { RealmView } from '../../../core/state/realm/view.ts'
import { UserDirectory } from '../../../core/state/users/directory.ts'
import { Role, type UserRecord } from '../../../core/state/users/record.ts'
import { DEFAULT_SETTINGS, settingsOf } from '../../../core/state/users/settings.ts'
import { sharedUserList, USERS_PER_BLOCK } from '../../../gateway/register/shared-user-list.ts'

const PEOPLE = 4 * USERS_PER_BLOCK + 7

const person = (id: number, changes: Partial<UserRecord> = {}): UserRecord => ({
  ...{ id: id as UserId, email: `p${id}@demo.test`, deliveryEmail: `p${id}@demo.test` },
  ...{ fullName: `Person ${id}`, role: Role.member, isActive: true, isBot: false, isSystemBot: false },
  ...{ botType: null, botOwnerId: null, timezone: '', avatarPath: null, avatarVersion: 1, keyVersion: 1 },
  ...{
    sessionVersion: 1,
    hasAuthenticator: false,
    passkeyCount: 0,
    mergedIntoId: null,
    canCreateUsers: false,
    canChangeUserEmails: false,
  },
  ...{ dateJoined: '2026-01-01T00:00:00+00:00', settings: DEFAULT_SETTINGS },
  ...changes,
})

function organization() {
  const users = new UserDirectory()
  for (let id = 1; id <= PEOPLE; id++) users.put(person(id))
  const asked: (readonly UserId[] | undefined)[] = []
  const list = async (reader = users.get(1)!) => {
    const profiles = async (of?: readonly UserId[]) => {
      asked.push(of)
      return new Map()
    }
    const { active, inactive } = await sharedUserList({ users } as RealmView, reader, true)(profiles)
    return { active: active.toJSON() as WireUser[], inactive: inactive.toJSON() as WireUser[] }
  }
  return { users, asked, list }
}
type WireUser = { user_id: number; full_name: string; delivery_email: string | null }

afterEach(() => {
  vi.restoreAllMocks()
})

/**
 * Counts the users that are serialised from now on. Text that the test runner serialises meanwhile does not
 * count.
 */
function countSerialised(): () => number {
  const stringify = vi.spyOn(JSON, 'stringify')
  return () => stringify.mock.calls.filter(([value]) => Object(value).user_id !== undefined).length
}

describe('the list of all users', () => {
  it('has everybody in order, the deactivated ones apart', async () => {
    const { users, list } = organization()
    users.put(person(2, { isActive: false }))
    const { active, inactive } = await list()
    const ids = Array.from({ length: PEOPLE }, (_, n) => n + 1)
    expect(active.map(({ user_id }) => user_id)).toEqual(ids.filter((id) => id !== 2))
    expect(inactive.map(({ user_id }) => user_id)).toEqual([2])
  })

  it('is empty without users', async () => {
    const users = new UserDirectory()
    const lists = await sharedUserList({ users } as RealmView, person(1), true)(async () => new Map())
    expect([lists.active.toJSON(), lists.inactive.toJSON()]).toEqual([[], []])
  })

  it('is serialised anew only for the neighbours of a user who changed', async () => {
    const { users, asked, list } = organization()
    await list()
    users.put(person(USERS_PER_BLOCK + 3, { fullName: 'Somebody else' }))
    const serialised = countSerialised()
    const { active } = await list()
    expect(serialised()).toBeGreaterThan(0)
    expect(serialised()).toBeLessThanOrEqual(USERS_PER_BLOCK)
    expect(active[USERS_PER_BLOCK + 2]!.full_name).toBe('Somebody else')
    expect(asked.map((of) => of?.length)).toEqual([undefined, USERS_PER_BLOCK])
  })

  it('is serialised anew as a whole after a change of profiles', async () => {
    const { users, asked, list } = organization()
    await list()
    users.touch()
    await list()
    expect(asked).toEqual([undefined, undefined])
  })

  it('is serialised once for clients who register together', async () => {
    const { asked, list } = organization()
    const serialised = countSerialised()
    const lists = await Promise.all(Array.from({ length: 20 }, () => list()))
    expect(serialised()).toBeGreaterThan(0)
    expect(serialised()).toBeLessThanOrEqual(PEOPLE)
    expect(asked).toHaveLength(1)
    for (const { active } of lists) expect(active).toHaveLength(PEOPLE)
  })

  it('is made by another request when the first one fails', async () => {
    const { users } = organization()
    const lists = () => sharedUserList({ users } as RealmView, users.get(1)!, true)
    const [failed, made] = await Promise.allSettled([
      lists()(() => Promise.reject(new Error('the connection was lost'))),
      lists()(async () => new Map()),
    ])
    expect(failed.status).toBe('rejected')
    expect(made.status).toBe('fulfilled')
  })

  it('shows the own hidden address to its owner alone', async () => {
    const { users, list } = organization()
    const id = 2 * USERS_PER_BLOCK + 5
    users.put(person(id, { settings: settingsOf({ email_address_visibility: 4 }) }))
    const addressFor = async (reader: number) =>
      (await list(users.get(reader))).active.find(({ user_id }) => user_id === id)!.delivery_email
    expect(await addressFor(id)).toBe(`p${id}@demo.test`)
    expect(await addressFor(1)).toBeNull()
  })

  it('yields to other work while it is made', async () => {
    const { list } = organization()
    let turns = 0
    const count = () => {
      turns += 1
      pending = setImmediate(count)
    }
    let pending = setImmediate(count)
    await list()
    clearImmediate(pending)
    expect(turns).toBeGreaterThanOrEqual(PEOPLE / USERS_PER_BLOCK - 1)
  })
})
