import { z } from 'zod'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { TRIGGERS } from './trigger.ts'

/** Why a device is notified: it shows a message, removes messages, or shows a test notification. */
const kind = z.enum(['message', 'remove', 'test'])
export type PushKind = z.infer<typeof kind>

/** A user whose devices are notified. */
const recipient = z.object({
  user: idSchema<UserId>(),
  /** Only for `message`: why the user is notified. */
  trigger: z.enum(TRIGGERS).optional(),
  /** Only for `remove`: the messages to remove. */
  messages: z.array(idSchema<MessageId>()).readonly().optional(),
  /** Only these devices; absent for all devices of the user. */
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
    /** Only for `message`. */
    message: idSchema<MessageId>().optional(),
    to: z.array(recipient).readonly(),
    /** The number of earlier attempts. */
    tries: z.int(),
    /** Since when the devices wait for their push service, in Unix seconds; absent while they do not wait. */
    since: z.int().optional(),
  }),
})
export type PushJob = DataOf<typeof DELIVER_PUSH>

/** Recipients of one job: a large audience is split into several jobs, so that none takes long. */
const RECIPIENTS_PER_JOB = 100

/**
 * Enqueues notifications to devices in the caller's transaction. `at` is when, in Unix seconds; default: now.
 */
export function enqueuePush(
  tx: Tx,
  content: Pick<PushJob, 'kind' | 'message'>,
  to: readonly PushRecipient[],
  { tries = 0, at, since }: { tries?: number; at?: number; since?: number } = {},
): void {
  for (let from = 0; from < to.length; from += RECIPIENTS_PER_JOB) {
    tx.enqueue(
      DELIVER_PUSH,
      { realm: tx.realm, ...content, to: to.slice(from, from + RECIPIENTS_PER_JOB), tries, since },
      { at },
    )
  }
}
