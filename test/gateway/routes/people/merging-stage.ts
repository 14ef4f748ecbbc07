import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { MergeJob } from '../../../../core/transfer/merging/jobs.ts'
import { mergeAccountsJob } from '../../../../workers/jobs/merge-accounts.ts'
import { silent } from '../../../harness/world.ts'
import { newcomer } from '../changes.ts'
import { as, core, ok, realm, url, world } from '../stage.ts'

const attempt = { outboxId: undefined, isLastAttempt: false }

/** Runs the waiting merges once, as the worker does. */
export async function runMerges(on: Core = core, how = attempt): Promise<void> {
  const jobs = await world.sql<{ id: number; data: MergeJob }>(
    "SELECT id, data FROM job_outbox WHERE name = 'merge-accounts' ORDER BY id",
  )
  for (const { id, data } of jobs) {
    await mergeAccountsJob.run({ core: on, data, log: silent, ...how })
    await world.sql('DELETE FROM job_outbox WHERE id = $1', [id])
  }
}

/** A core whose process ends before or after transaction number `at`, counted from 1. */
export function dyingCore(at: number, when: 'before' | 'after'): Core {
  let transactions = 0
  return new Proxy(core, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== 'changeAsSystem') return typeof value === 'function' ? value.bind(target) : value
      return async (...given: Parameters<Core['changeAsSystem']>) => {
        transactions += 1
        const dies = transactions === at
        if (dies && when === 'before') throw new Error('killed')
        const result = await target.changeAsSystem(...given)
        if (dies) throw new Error('killed')
        return result
      }
    },
  })
}

/** A person with a client. */
export async function person(name: string, more: Parameters<typeof newcomer>[3] | object = {}) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@demo.test`
  const { record, client } = await newcomer(core, realm, url, { email, fullName: name, ...more })
  return { id: record.id as UserId, name, client }
}

export const merge = (from: number, into: number, by = 'iago') =>
  as(by).post(`/users/${from}/merge`, { into_id: into })

/** Merges two accounts whole. */
export async function mergeWhole(from: number, into: number): Promise<void> {
  await ok(merge(from, into))
  await runMerges()
}

export const realmId = () => world.organization.realmId as RealmId
