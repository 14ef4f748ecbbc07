import type { Database } from '../db/database.ts'
import type { FoundJob } from './find-jobs.ts'
import { outboxIdOf } from './names.ts'
import { finishJobs, reviveJob } from './outbox.ts'
import type { BullSink } from './sink.ts'

/** `retry`: a failed job begins anew. `promote`: a delayed job runs now. `remove`: the job never runs. */
export const JOB_CHANGES = ['retry', 'promote', 'remove'] as const
export type JobChange = (typeof JOB_CHANGES)[number]

/** The changes that jobs of a state can have. A running job has none. */
export const CHANGES_OF_STATE = {
  waiting: ['remove'],
  active: [],
  delayed: ['promote', 'remove'],
  failed: ['retry', 'remove'],
} as const satisfies Record<FoundJob['state'], readonly JobChange[]>

/**
 * Changes jobs that were just found. Resolves to how many it changed: the others have ended, or run, since.
 * A removed job also loses its row, so that no sweep brings it back.
 */
export async function changeJobs(
  db: Database,
  sink: BullSink,
  change: JobChange,
  jobs: readonly FoundJob[],
): Promise<number> {
  let changed = 0
  for (const job of jobs) if (await changeOne(db, sink, change, job)) changed++
  return changed
}

async function changeOne(db: Database, sink: BullSink, change: JobChange, job: FoundJob): Promise<boolean> {
  const queue = sink.queue(job.queue)
  const row = outboxIdOf(job.id)
  switch (change) {
    case 'retry': {
      if (row === undefined) {
        const failed = await queue.getJob(job.id)
        return succeeds(failed?.retry('failed'))
      }
      // The queue refuses a job that it still has, so the failed one is removed first. If this process dies
      // here, the row is still marked as failed.
      await queue.remove(job.id)
      return reviveJob(db, row)
    }
    case 'promote': {
      const delayed = await queue.getJob(job.id)
      return succeeds(delayed?.promote())
    }
    case 'remove': {
      const isRemoved = (await queue.remove(job.id)) === 1
      // A job that runs cannot be removed, so its row stays.
      if (!isRemoved && (await queue.getJob(job.id)) !== undefined) return false
      if (row !== undefined) await finishJobs(db, [row])
      return isRemoved || row !== undefined
    }
  }
}

/** The job may have another state by now. */
async function succeeds(work: Promise<unknown> | undefined): Promise<boolean> {
  if (work === undefined) return false
  return work.then(
    () => true,
    () => false,
  )
}
