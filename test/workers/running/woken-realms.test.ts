import { expect, test } from 'vitest'
import type { RealmId } from '../../../core/platform/ids.ts'
import { WokenRealms } from '../../../workers/running/woken-realms.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => (n + 1) as RealmId)

test('a poll takes the organizations that were named since the one before', () => {
  const woken = new WokenRealms()
  for (const id of [...ids(3), ...ids(2)]) woken.add(id)
  expect(woken.take()).toEqual(new Set(ids(3)))
  expect(woken.take()).toEqual(new Set())
})

test('a wake-up without an organization, and those of very many, wake all', () => {
  const woken = new WokenRealms()
  for (const id of [7 as RealmId, undefined, 8 as RealmId]) woken.add(id)
  expect(woken.take()).toBe('all')
  for (const id of ids(1_000)) woken.add(id)
  expect(woken.take()).toEqual(new Set(ids(1_000)))
  for (const id of ids(1_001)) woken.add(id)
  expect(woken.take()).toBe('all')
  expect(woken.take()).toEqual(new Set())
})
