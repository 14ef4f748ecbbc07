import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Outgoing, type Stored, storeMessages } from './store.ts'

// sent_message_pkey
const FIND = statement(
  'sent-message.find',
  `SELECT k.n, s.message_id AS id
   FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS k (sender_id, queue_id, local_id, n)
   JOIN sent_message s USING (sender_id, queue_id, local_id)`,
)
const REMEMBER = statement(
  'sent-message.remember',
  `INSERT INTO sent_message (sender_id, queue_id, local_id, message_id)
   SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::int8[])`,
)
const FORGET = statement(
  'sent-message.forget',
  'DELETE FROM sent_message WHERE sent_at < clock_timestamp() - make_interval(secs => $1)', // sent_message_age
)

/**
 * Stores messages in the caller's transaction, which holds the head, and tells of each what was stored, in order. A
 * message to which its sender gave a `queue_id` and a `local_id` that it has used before is the message
 * that was stored then: a client that does not know whether it was heard may say it again.
 */
export async function storeDeduplicated(
  tx: Tx,
  realm: RealmState,
  messages: readonly Outgoing[],
): Promise<Stored[]> {
  const names = messages.map(nameOf)
  const named = messages.filter((_, index) => names[index] !== undefined)
  if (named.length === 0) return storeMessages(tx, realm, messages)

  const found = new Map<string | Outgoing, Stored>()
  for (const { n, id } of await tx.run<{ n: number; id: MessageId }>(FIND, columnsOf(named)))
    found.set(nameOf(named[n - 1]!)!, { id, newPolicy: undefined })
  const claimed = new Set<string | undefined>(found.keys() as Iterable<string>)
  const fresh = messages.filter((_, index) => {
    const name = names[index]
    if (name === undefined) return true
    if (claimed.has(name)) return false
    claimed.add(name)
    return true
  })
  const stored = fresh.length === 0 ? [] : await storeMessages(tx, realm, fresh)
  for (const [index, message] of fresh.entries()) found.set(nameOf(message) ?? message, stored[index]!)

  const remembered = fresh.filter((message) => nameOf(message) !== undefined)
  if (remembered.length > 0) {
    await tx.run(REMEMBER, [
      ...columnsOf(remembered),
      remembered.map((message) => found.get(nameOf(message)!)!.id),
    ])
  }
  return messages.map((message, index) => found.get(names[index] ?? message)!)
}

/** Forgets what clients called messages that no queue is old enough to be asked about again. */
export async function deleteOldSent(core: Core): Promise<void> {
  await core.db.run(FORGET, [core.options.eventLogRetentionSeconds])
}

function nameOf({ sender, queueId, localId }: Outgoing): string | undefined {
  return queueId === undefined || localId === undefined
    ? undefined
    : JSON.stringify([sender.id, queueId, localId])
}

function columnsOf(named: readonly Outgoing[]): [UserId[], string[], string[]] {
  return [
    named.map((message) => message.sender.id),
    named.map((message) => message.queueId!),
    named.map((message) => message.localId!),
  ]
}
