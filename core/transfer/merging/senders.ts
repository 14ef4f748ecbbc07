import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Accounts, Part } from './part.ts'

/** Messages of one transaction: its work takes about a tenth of a second. */
const BATCH = 500

const SENDERS = statement(
  'merge.senders',
  // message_sender; the lists of words contain the sender, so their index changes too
  `WITH batch AS (
     SELECT id FROM message WHERE sender_id = $2 ORDER BY id LIMIT ${BATCH}
   ), moved AS (
     UPDATE message m SET sender_id = $1 FROM batch WHERE m.id = batch.id RETURNING 1
   )
   SELECT count(*)::int4 AS count, 0 AS reached FROM moved`,
)

/** Gives some messages to the account that stays. */
export async function moveSenders(tx: Tx, { from, into }: Accounts): Promise<Part | undefined> {
  const [moved] = await tx.run<Part>(SENDERS, [into.id, from.id])
  return moved!.count === 0 ? undefined : moved
}
