import { MessageBit } from '../../content/messages/bits.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'

/** A message that an edit has made mention people whom it did not mention before. */
export interface NewMentions {
  readonly realm: RealmId
  readonly message: MessageId
  readonly mentioned: readonly UserId[]
  /** The wildcards it did not have before, as bits of `message.bits`. */
  readonly wildcards: number
}

export const NOTIFY_OF_EDIT = { queue: 'notifications', name: 'notify-of-edit' } as const

const WILDCARDS = MessageBit.channelWildcard | MessageBit.topicWildcard

/** Asks, in the transaction of an edit, for those whom the message mentions since to be notified. `bits`: those it got. */
export function enqueueNewMentions(
  tx: Tx,
  message: MessageId,
  mentioned: readonly UserId[],
  bits: number,
): void {
  const wildcards = bits & WILDCARDS
  if (mentioned.length === 0 && wildcards === 0) return
  const job: NewMentions = { realm: tx.realm, message, mentioned, wildcards }
  tx.enqueue(NOTIFY_OF_EDIT.queue, NOTIFY_OF_EDIT.name, job)
}
