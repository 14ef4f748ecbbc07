import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/transact.ts'
import type { MessageId, RealmId, UserId } from '../ids.ts'
import { takeJob } from '../jobs/outbox.ts'
import { MessageBit } from '../messages/bits.ts'
import { mentionedSince } from './candidates.ts'
import { SENT_COLUMNS, type SentMessage } from './cursor.ts'
import { notify } from './notify.ts'

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

const SENT = statement(
  'notifications.sent-message',
  `SELECT ${SENT_COLUMNS} FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.id = $1`, // message_pkey
)

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

/**
 * Notifies those whom an edit has made a message mention; whoever was notified of it before is not again. The job
 * ends in the same transaction, so that it is done once, however often it runs.
 */
export async function notifyOfEdit(
  core: Core,
  job: NewMentions,
  outboxId: number | undefined,
): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  await realm.sync()
  await core.transact(job.realm, async (tx) => {
    if (!(await takeJob(tx, outboxId))) return
    const [message] = await tx.run<SentMessage>(SENT, [job.message])
    if (message === undefined) return
    const since = { ...message, bits: job.wildcards }
    await notify(tx, core, realm, await mentionedSince(tx, realm, since, job.mentioned))
  })
}
