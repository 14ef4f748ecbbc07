import { forgetOldLinks } from '../../../core/people/invites/forget.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes invitations and confirmations that expired long ago. */
export const forgetLinksJob = defineJob({
  queue: 'upkeep',
  name: 'forget-links',
  schedule: { everyMs: 3_600_000 },
  run: async ({ core, log }) => {
    const deleted = await forgetOldLinks(core)
    if (deleted > 0) log.info({ deleted }, 'deleted old invitations and confirmations')
  },
})
