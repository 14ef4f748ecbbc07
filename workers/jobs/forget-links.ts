import { forgetOldLinks } from '../../core/people/invites/forget.ts'
import type { JobDeclaration } from '../job.ts'

/** Removes invitations and confirmations that ended long ago. */
export const forgetLinksJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'forget-links',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  run: async (core, _data, log) => {
    const forgotten = await forgetOldLinks(core)
    if (forgotten > 0) log.info({ forgotten }, 'forgot old invitations and confirmations')
  },
}
