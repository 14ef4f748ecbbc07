import { countUsage } from '../../../core/organization/usage/count.ts'
import { defineJob } from '../../running/define-job.ts'

/** Counts how much each organization is used, for its administrators. */
export const countUsageJob = defineJob({
  queue: 'upkeep',
  name: 'count-usage',
  schedule: { everyMs: 3_600_000 },
  timeoutMs: 3600_000,
  run: ({ core }) => countUsage(core),
})
