import { savePresence } from '../../core/people/presence/copy.ts'
import { PresenceStore } from '../../core/people/presence/store.ts'
import type { JobDeclaration } from '../job.ts'

/** Copies presence from Redis to Postgres, where it outlives Redis. */
export const savePresenceJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'save-presence',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: async (core, _data, log) => {
    const saved = await savePresence(core.db, new PresenceStore(core.redis))
    log.debug({ saved }, 'saved presence')
  },
}
