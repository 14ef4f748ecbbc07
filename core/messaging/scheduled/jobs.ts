import { z } from 'zod'
import type { RealmId, ScheduledMessageId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'

/** Sends a scheduled message or a reminder; everything but its id is read when it is due. */
export const DELIVER_SCHEDULED = declareJob({
  queue: 'scheduled',
  name: 'deliver',
  data: z.object({ realm: idSchema<RealmId>(), id: idSchema<ScheduledMessageId>() }),
})
export type DeliveryJob = DataOf<typeof DELIVER_SCHEDULED>

/** Enqueues the delivery of a scheduled message at its time, in Unix seconds. */
export function enqueueDelivery(tx: Tx, id: ScheduledMessageId, deliverAt: number): void {
  tx.enqueue(DELIVER_SCHEDULED, { realm: tx.realm, id }, { at: deliverAt })
}
