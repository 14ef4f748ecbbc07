import { trimEventLogs } from '../../core/platform/events/trim.ts'
import type { JobDeclaration } from '../job.ts'

/** Keeps the event log and the streams to their retention. */
export const trimEventLog: JobDeclaration = {
  queue: 'upkeep',
  name: 'trim-event-log',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: async (core, _data, log) => {
    const dropped = await trimEventLogs(core)
    if (dropped > 0) log.info({ dropped }, 'trimmed the event log')
  },
}
