import { forgetFailedJobs } from '../../core/platform/jobs/outbox.ts'
import type { JobDeclaration } from '../job.ts'

const KEPT_DAYS = 30

/** Forgets jobs that failed for good so long ago that nobody will try them again. */
export const forgetFailedJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'forget-failed',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  run: async (core, _data, log) => {
    const forgotten = await forgetFailedJobs(core.db, KEPT_DAYS)
    if (forgotten > 0) log.info({ forgotten }, 'forgot jobs that had failed')
  },
}
