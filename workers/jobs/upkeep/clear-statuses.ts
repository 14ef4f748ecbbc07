import { clearEndedStatuses } from '../../../core/people/status/clear.ts'
import { defineJob } from '../../running/define-job.ts'

/** Clears the statuses whose time is over. */
export const clearStatusesJob = defineJob({
  queue: 'upkeep',
  name: 'clear-statuses',
  schedule: { everyMs: 60_000 },
  run: ({ core }) => clearEndedStatuses(core),
})
