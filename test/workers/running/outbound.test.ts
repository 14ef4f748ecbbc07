import type { Queue } from 'bullmq'
import { expect, test } from 'vitest'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { Breaker } from '../../../workers/running/breaker.ts'
import { hostOf } from '../../../workers/running/hosts.ts'
import type { JobMetrics } from '../../../workers/running/job-metrics.ts'
import { Outbound, Postponed } from '../../../workers/running/outbound.ts'
import { silent } from '../../harness/world.ts'

const PLACES = 10
const breaker = { ask: async () => 0, answered: async () => {}, silent: async () => false }
const metrics = { postponed: () => {}, paused: () => {} }
const queue = { getJob: async () => undefined } as unknown as Queue

const open = () => new Outbound(breaker as unknown as Breaker, metrics as unknown as JobMetrics, silent)

/** Begins a request of a member that never ends. Resolves to undefined, or to why the job has to wait. */
async function ask(outbound: Outbound, url: string, member: number): Promise<Postponed | undefined> {
  const target = hostOf('webhooks', url, { realm: 1 as RealmId, member: member as UserId })
  const { run } = outbound.requestsOf({ queue: 'webhooks', since: Date.now() }, PLACES)
  const isRunning = new Promise<undefined>((resolve) => {
    void run({ ...target, holdMs: 1 }, () => {
      resolve(undefined)
      return new Promise(() => {})
    }).catch(resolve)
  })
  return isRunning
}

test('a member leaves places of a host, and of the organization, to others', async () => {
  const outbound = open()
  const begun = async (url: string, member: number) => {
    let count = 0
    while ((await ask(outbound, url, member)) === undefined) count++
    return count
  }
  expect(await begun('https://a.test/x', 1)).toBe(2)
  expect(await begun('https://a.test/y', 2)).toBe(1)
  expect(await begun('https://b.test/', 1)).toBe(1)
  expect(await begun('https://c.test/', 3)).toBe(1)
  expect(await begun('https://d.test/', 4)).toBe(0)
})

test('jobs that wait for a place look again seldom when they are many', async () => {
  const outbound = open()
  const url = 'https://a.test/x'
  while ((await ask(outbound, url, 1)) === undefined);
  const first = (await ask(outbound, url, 1))!
  expect(first.afterMs).toBeLessThanOrEqual(10_000)
  for (let n = 0; n < 4_000; n++) outbound.wait(queue, String(n), first.share!)
  const last = (await ask(outbound, url, 1))!
  expect(last).toBeInstanceOf(Postponed)
  expect(last.afterMs).toBeGreaterThanOrEqual(200_000)
  expect(await ask(outbound, url, 2)).toBeUndefined()
})
