import { savePresence } from '../../../core/people/presence/copy.ts'
import { PresenceStore } from '../../../core/people/presence/store.ts'
import { defineJob } from '../../running/define-job.ts'

/** Copies presence from Redis to Postgres, so that it survives a loss of Redis. */
export const savePresenceJob = defineJob({
  queue: 'upkeep',
  name: 'save-presence',
  schedule: { everyMs: 60_000 },
  run: async ({ core, log }) => {
    const saved = await savePresence(core.db, new PresenceStore(core.redis))
    log.debug({ saved }, 'saved presence')
  },
})
