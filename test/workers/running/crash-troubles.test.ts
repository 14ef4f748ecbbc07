import { afterEach, expect, test, vi } from 'vitest'
import { severityOf } from '../../../core/platform/incidents/catalogue.ts'
import { Troubles } from '../../../core/platform/incidents/troubles.ts'
import { CrashTroubles } from '../../../workers/running/crash-troubles.ts'

afterEach(() => void vi.useRealTimers())

test('the death of a worker is a warning until its job has run elsewhere, and critical when the job kills the next one', async () => {
  vi.useFakeTimers()
  const job = {
    name: 'thumbnails',
    stalledCounter: 1,
    attemptsMade: 0,
    finishedOn: undefined as number | undefined,
  }
  const queue = { name: 'email', getJob: async () => job as never }
  const troubles = new Troubles()
  const crashes = new CrashTroubles(troubles, 1_000)
  const current = () => troubles.current().map((each) => [each.subject, each.reason, severityOf(each)])

  await crashes.died(queue, 'outbox-7', 5)
  expect(current()).toEqual([['email', 'job thumbnails (outbox-7): 1 of at most 5 workers', 'warning']])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(current().length).toBe(1)
  job.stalledCounter = 2
  await crashes.died(queue, 'outbox-7', 5)
  expect(current()).toEqual([['email', 'job thumbnails (outbox-7): 2 of at most 5 workers', 'critical']])
  await crashes.died(queue, 'outbox-8', 5)
  job.finishedOn = 1
  await vi.advanceTimersByTimeAsync(1_000)
  expect(current()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
