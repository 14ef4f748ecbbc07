import { forgetFailedJobs } from '../../../core/platform/jobs/outbox.ts'
import { defineJob } from '../../running/define-job.ts'

const RETENTION_DAYS = 30

/** Deletes the rows of jobs that failed permanently long ago. */
export const forgetFailedJob = defineJob({
  queue: 'upkeep',
  name: 'forget-failed',
  schedule: { everyMs: 3_600_000 },
  run: async ({ core, log }) => {
    const deleted = await forgetFailedJobs(core.db, RETENTION_DAYS)
    if (deleted > 0) log.info({ deleted }, 'deleted the rows of jobs that had failed')
  },
})
