import { canMail } from '../../../config/can-mail.ts'
import type { RuntimeConfig } from '../../../config/environment.ts'
import { enqueueDigests } from '../../../core/notifying/digests/enqueue.ts'
import { defineJob } from '../../running/define-job.ts'

/**
 * Enqueues the weekly digests of organizations on their weekday. The next run continues where this one ended.
 */
export const enqueueDigestsJob = (config: RuntimeConfig) =>
  defineJob({
    queue: 'notifications',
    name: 'ask-for-digests',
    schedule: { everyMs: 3_600_000 },
    run: async ({ core, log }) => {
      if (!canMail(config)) return
      const enqueued = await enqueueDigests(core)
      if (enqueued > 0) log.info({ enqueued }, 'enqueued digests')
    },
  })
