import { expect, test } from 'vitest'
import { mapInSlices, visitInSlices } from '../../../../core/platform/concurrency/in-slices.ts'
import type { ChannelId, UserId } from '../../../../core/platform/ids.ts'
import type { RealmSnapshot } from '../../../../core/state/realm/load.ts'
import { viewOf } from '../../../../core/state/realm/view.ts'

/** Counts how often other work has its turn while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = () => {
    turns += 1
    pending = setImmediate(count)
  }
  let pending = setImmediate(count)
  await work()
  clearImmediate(pending)
  return turns
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a short list is visited at once, a long one in slices and in order', async () => {
  const visited: number[] = []
  const visit = (n: number) => void visited.push(n)
  expect(await turnsDuring(() => visitInSlices(numbers(100), visit))).toBe(0)
  expect(await turnsDuring(() => visitInSlices(numbers(50_000), visit))).toBeGreaterThanOrEqual(9)
  expect(visited).toEqual([...numbers(100), ...numbers(50_000)])
  expect(await mapInSlices(numbers(10_001), (n) => 2 * n)).toEqual(numbers(10_001).map((n) => 2 * n))
})

test('elements of great weight end a slice', async () => {
  const turns = await turnsDuring(() =>
    visitInSlices(
      numbers(10),
      () => undefined,
      () => 100_000,
    ),
  )
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('an organization with many subscribers is built in slices', async () => {
  const subscriptions = numbers(30).map((n) => ({
    channel: (n + 1) as ChannelId,
    users: numbers(5_000).map((user) => (user + 1) as UserId),
  }))
  const nothing = { users: [], channels: [], groups: [], groupMembership: [], alertWords: [], mutes: [] }
  const realm = { systemGroups: {}, settings: {}, fullMembersAt: 0 }
  const snapshot = { ...nothing, guestDmPartners: [], realm, subscriptions, floor: 7 }
  let membership: Awaited<ReturnType<typeof viewOf>>['membership'] | undefined
  const turns = await turnsDuring(async () => {
    membership = (await viewOf(snapshot as unknown as RealmSnapshot)).membership
  })
  expect(turns).toBeGreaterThanOrEqual(29)
  expect(membership!.subscribers(3 as ChannelId).size).toBe(5_000)
  expect(membership!.channelsOf(9 as UserId).size).toBe(30)
  expect(membership!.exactFrom).toBe(7)
})
