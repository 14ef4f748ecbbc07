import { deliverScheduled } from '../../core/messaging/scheduled/deliver.ts'
import { DELIVERY, type DeliveryJob } from '../../core/messaging/scheduled/jobs.ts'
import type { JobDeclaration } from '../job.ts'

/** Sends a message or a reminder at its time. */
export const deliverScheduledJob: JobDeclaration = {
  ...DELIVERY,
  attempts: 8,
  run: (core, data) => deliverScheduled(core, data as DeliveryJob),
}
