import type { Tx } from '../../platform/db/transact.ts'
import type { RealmId, ScheduledMessageId } from '../../platform/ids.ts'

/** What the worker is told: it looks for the rest when the time has come. */
export interface DeliveryJob {
  readonly realm: RealmId
  readonly id: ScheduledMessageId
}

export const DELIVERY = { queue: 'scheduled', name: 'deliver' } as const

/** Asks for the delivery of a scheduled message at its time, Unix seconds. */
export function enqueueDelivery(tx: Tx, id: ScheduledMessageId, deliverAt: number): void {
  const job: DeliveryJob = { realm: tx.realm, id }
  tx.enqueue(DELIVERY.queue, DELIVERY.name, job, deliverAt)
}
