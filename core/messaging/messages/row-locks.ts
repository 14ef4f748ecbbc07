import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId } from '../../platform/ids.ts'

/** In the order of ids, as whoever deletes messages locks them: so nobody waits for each other. */
const KEEP = statement(
  'message.keep',
  'SELECT id FROM message WHERE id = ANY ($1::int8[]) ORDER BY id FOR KEY SHARE', // message_pkey
)
const HOLD = statement(
  'message.hold-for-deletion',
  'SELECT id FROM message WHERE id = ANY ($1::int8[]) ORDER BY id FOR UPDATE', // message_pkey
)

/**
 * Keeps messages from being deleted until COMMIT, and returns those that exist. Whoever adds rows that refer to messages
 * without holding the head calls it first: a deletion that is under way is waited for. One statement.
 */
export async function preventDeletion(tx: Tx, ids: Iterable<MessageId>): Promise<ReadonlySet<MessageId>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Set()
  return new Set((await tx.run<{ id: MessageId }>(KEEP, [asked])).map(({ id }) => id))
}

/** Locks messages that are about to be deleted, before any row that refers to them. One statement. */
export async function lockForDeletion(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  await tx.run(HOLD, [ids])
}
