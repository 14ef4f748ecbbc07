import { trimEventLogs } from '../../../core/platform/events/trim.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes entries of the event logs and streams that are older than their retention. */
export const trimEventLogJob = defineJob({
  queue: 'upkeep',
  name: 'trim-event-log',
  schedule: { everyMs: 60_000 },
  run: async ({ core, log }) => {
    const dropped = await trimEventLogs(core)
    if (dropped > 0) log.info({ dropped }, 'trimmed the event log')
  },
})
