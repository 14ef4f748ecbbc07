import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { MissedMessage as MissedMessageEntity } from './entities.ts'

/** A message to be mailed to a user: a row of `missed_message` until the mail is enqueued or obsolete. */
export type MissedMessage = Columns<typeof MissedMessageEntity, 'userId' | 'messageId' | 'trigger'> & {
  /** How long messages of the user are collected after the first of them. */
  readonly batchingSeconds: number
}

/** SQL: when the mail for row `k` is due: together with the messages that wait for the same user. */
export const DUE_AT = `coalesce(
  (SELECT min(w.due_at) FROM missed_message w WHERE w.user_id = k.user_id), -- missed_message_pkey
  statement_timestamp() + make_interval(secs => k.seconds))`

const ADD = statement(
  'missed-message.add',
  `INSERT INTO missed_message (realm_id, user_id, message_id, trigger, due_at)
   SELECT $1, k.user_id, k.message_id, k.trigger, ${DUE_AT}
   FROM unnest($2::int[], $3::int8[], $4::text[], $5::int[]) AS k (user_id, message_id, trigger, seconds)
   ORDER BY k.user_id, k.message_id
   ON CONFLICT DO NOTHING`,
)

/**
 * Adds messages to be mailed. They are due together with the messages that wait for the same user. One
 * statement.
 */
export async function addMissedMessages(tx: Tx, missed: readonly MissedMessage[]): Promise<void> {
  if (missed.length === 0) return
  tx.announceLater()
  await tx.run(ADD, [
    tx.realm,
    missed.map((row) => row.userId),
    missed.map((row) => row.messageId),
    missed.map((row) => row.trigger),
    missed.map((row) => row.batchingSeconds),
  ])
}
