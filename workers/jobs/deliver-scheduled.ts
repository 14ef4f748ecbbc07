import { deliverScheduled } from '../../core/messaging/scheduled/deliver.ts'
import { DELIVER_SCHEDULED } from '../../core/messaging/scheduled/jobs.ts'
import { defineJob } from '../running/define-job.ts'

/** Sends a scheduled message or a reminder at its time. */
export const deliverScheduledJob = defineJob({
  ...DELIVER_SCHEDULED,
  retry: { attempts: 8 },
  run: ({ core, data }) => deliverScheduled(core, data),
})
