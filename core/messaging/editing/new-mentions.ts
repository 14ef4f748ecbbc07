import { z } from 'zod'
import { MessageBit } from '../../content/messages/bits.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'

/** Notifies people whom an edited message mentions and did not mention before. */
export const NOTIFY_OF_EDIT = declareJob({
  queue: 'notifications',
  name: 'notify-of-edit',
  data: z.object({
    realm: idSchema<RealmId>(),
    message: idSchema<MessageId>(),
    mentioned: z.array(idSchema<UserId>()).readonly(),
    /** The wildcards that the message did not have before, as bits of `message.bits`. */
    wildcards: z.int(),
  }),
})
export type NewMentions = DataOf<typeof NOTIFY_OF_EDIT>

const WILDCARDS = MessageBit.channelWildcard | MessageBit.topicWildcard

/**
 * Enqueues notifications of new mentions in the transaction of an edit. `bits` are the bits that the edit
 * set.
 */
export function enqueueNewMentions(
  tx: Tx,
  message: MessageId,
  mentioned: readonly UserId[],
  bits: number,
): void {
  const wildcards = bits & WILDCARDS
  if (mentioned.length === 0 && wildcards === 0) return
  tx.enqueue(NOTIFY_OF_EDIT, { realm: tx.realm, message, mentioned, wildcards })
}
