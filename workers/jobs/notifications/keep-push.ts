import { deleteOldPushed } from '../../../core/messaging/push/pushed.ts'
import { setPushEnabled } from '../../../core/notifying/push/enabled.ts'
import type { AppPushServices } from '../../push/open.ts'
import { defineJob } from '../../running/define-job.ts'

/**
 * Stores whether push services for apps are configured, and deletes old records of the notifications that
 * devices show.
 */
export const keepPushJob = ({ fcm, apns }: AppPushServices) =>
  defineJob({
    queue: 'upkeep',
    name: 'keep-push',
    schedule: { everyMs: 60_000 },
    run: async ({ core }) => {
      await setPushEnabled(core, fcm !== undefined || apns !== undefined)
      await deleteOldPushed(core.db)
    },
  })
