import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Message } from '../messages/entities.ts'

/** Locks in the order of ids, as deletions do, to avoid deadlocks. */
const KEEP = statement(
  'message.keep',
  'SELECT id FROM message WHERE id = ANY ($1::int8[]) ORDER BY id FOR KEY SHARE', // message_pkey
)
const HOLD = statement(
  'message.hold-for-deletion',
  'SELECT id FROM message WHERE id = ANY ($1::int8[]) ORDER BY id FOR UPDATE', // message_pkey
)

/**
 * Locks messages against deletion until COMMIT and returns the ids of those that exist. Waits for deletions
 * in progress. Call it before adding rows that refer to messages, unless the log is locked. One statement.
 */
export async function preventDeletion(tx: Tx, ids: Iterable<MessageId>): Promise<ReadonlySet<MessageId>> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Set()
  const kept = await tx.run<Columns<typeof Message, 'id'>>(KEEP, [distinct])
  return new Set(kept.map((message) => message.id))
}

/**
 * Locks messages that are about to be deleted. Call it before locking rows that refer to them. One statement.
 */
export async function lockForDeletion(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  await tx.run(HOLD, [ids])
}
