import { z } from 'zod'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import { TRIGGERS } from './trigger.ts'

/** Why a device is notified: it shows a message, removes messages, or shows a test notification. */
const kind = z.enum(['message', 'remove', 'test'])
export type PushKind = z.infer<typeof kind>

/** A user whose devices are notified. */
const recipient = z.object({
  user: idSchema<UserId>(),
  /** Of `message`: why. */
  trigger: z.enum(TRIGGERS).optional(),
  /** Of `remove`: which. */
  messages: z.array(idSchema<MessageId>()).readonly().optional(),
  /** These devices alone; absent for all devices of the user. */
  devices: z.array(z.int()).readonly().optional(),
})
export type PushRecipient = z.infer<typeof recipient>

/** Sends a notification to devices. */
export const DELIVER_PUSH = declareJob({
  queue: 'push',
  name: 'deliver-push',
  data: z.object({
    realm: idSchema<RealmId>(),
    kind,
    /** Of `message`. */
    message: idSchema<MessageId>().optional(),
    to: z.array(recipient).readonly(),
    /** How often it was tried before. */
    tries: z.int(),
  }),
})
export type PushJob = DataOf<typeof DELIVER_PUSH>

/** People of one job: a large audience is many, so that none takes long. */
const AT_ONCE = 100

/** Asks, in the caller's transaction, for devices to be told. `at`, Unix seconds, is when; absent for now. */
export function enqueuePush(
  tx: Tx,
  what: Pick<PushJob, 'kind' | 'message'>,
  to: readonly PushRecipient[],
  { tries = 0, at }: { tries?: number; at?: number } = {},
): void {
  for (let from = 0; from < to.length; from += AT_ONCE) {
    tx.enqueue(DELIVER_PUSH, { realm: tx.realm, ...what, to: to.slice(from, from + AT_ONCE), tries }, { at })
  }
}
