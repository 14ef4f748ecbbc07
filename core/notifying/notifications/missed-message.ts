import type { Trigger } from '../../messaging/push/trigger.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'

/** A message that a user is to be told of by e-mail: a row of `missed_message`, gone when that is done or needless. */
export interface MissedMessage {
  readonly user: UserId
  readonly message: MessageId
  readonly trigger: Trigger
  /** How long after the first of them the user's messages are gathered. */
  readonly batchingSeconds: number
}

/** As SQL, when the mail for row `k` is due: with what waits for its user already. */
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

/** Adds to what waits to be e-mailed. What waits for a user already says when all of it is due. One statement. */
export async function addMissedMessages(tx: Tx, missed: readonly MissedMessage[]): Promise<void> {
  if (missed.length === 0) return
  await tx.run(ADD, [
    tx.realm,
    missed.map((one) => one.user),
    missed.map((one) => one.message),
    missed.map((one) => one.trigger),
    missed.map((one) => one.batchingSeconds),
  ])
}
