import { countTraffic } from '../../../core/channels/changing/traffic.ts'
import { defineJob } from '../../running/define-job.ts'

/** Counts how many messages a week each channel gets, for clients. */
export const countTrafficJob = defineJob({
  queue: 'upkeep',
  name: 'count-traffic',
  schedule: { everyMs: 24 * 3600_000 },
  retry: { attempts: 3 },
  timeoutMs: 3600_000,
  run: ({ core }) => countTraffic(core),
})
