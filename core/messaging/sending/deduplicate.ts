import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { SentMessage } from '../messages/entities.ts'
import { type Outgoing, type Stored, storeMessages } from './store.ts'
import { type ReadInputs, readStoreInputs, type StoreInputs } from './store-inputs.ts'

// Each key alone (sent_message_pkey).
export const FIND_SENT = statement(
  'sent-message.find',
  `SELECT k.n::int - 1 AS n, s.message_id AS "messageId"
   FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS k (sender_id, queue_id, local_id, n)
   CROSS JOIN LATERAL (
     SELECT message_id FROM sent_message WHERE sender_id = k.sender_id AND queue_id = k.queue_id AND local_id = k.local_id LIMIT 1
   ) s`,
)
/** A message that was sent before, and the index of its key. */
type Duplicate = Columns<typeof SentMessage, 'messageId'> & { readonly n: number }

export const REMEMBER_SENT = statement(
  'sent-message.remember',
  `INSERT INTO sent_message (sender_id, queue_id, local_id, message_id)
   SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::int8[])`,
)
const FORGET = statement(
  'sent-message.forget',
  // sent_message_age
  'DELETE FROM sent_message WHERE sent_at < clock_timestamp() - make_interval(secs => $1)',
)

/** The message that the sender has stored under these ids before. */
export async function findSent(
  sql: Sql,
  sender: UserId,
  { queueId, localId }: { readonly queueId?: string; readonly localId?: string },
): Promise<Stored | undefined> {
  if (queueId === undefined || localId === undefined) return undefined
  const [found] = await sql.run<Duplicate>(FIND_SENT, [[sender], [queueId], [localId]])
  return found && { id: found.messageId, newPolicy: undefined }
}

/** Rows of the database that `storeDeduplicated` needs. */
export interface SendInputs {
  readonly duplicates: readonly Duplicate[]
  readonly toStore: StoreInputs
}

export interface ReadSendInputs extends SendInputs {
  readonly toStore: ReadInputs
}

/** The values of `FIND_SENT` for messages. */
export const sentKeysOf = (messages: readonly Outgoing[]): [UserId[], string[], string[]] =>
  columnsOf(messages.filter((message) => keyOf(message) !== undefined))

/**
 * Reads the inputs of `storeDeduplicated` for these messages. The caller has locked the log; the result is
 * valid until COMMIT. A constant number of queries in one round trip.
 */
export async function readSendInputs(
  sql: Sql,
  realm: RealmId,
  messages: readonly Outgoing[],
  spare = 0,
): Promise<ReadSendInputs> {
  const keys = sentKeysOf(messages)
  const [duplicates, toStore] = await allOf([
    keys[0].length === 0 ? [] : sql.run<Duplicate>(FIND_SENT, keys),
    readStoreInputs(sql, realm, messages, spare),
  ])
  return { duplicates, toStore }
}

/**
 * Stores messages in the caller's transaction, which has locked the log. Returns the stored messages in
 * order. A message whose `queue_id` and `local_id` its sender has used before is not stored again; the
 * earlier message is returned. So a client that does not know whether a request succeeded can repeat it.
 * `given`: inputs that were read for exactly these messages.
 */
export async function storeDeduplicated(
  tx: Tx,
  realm: RealmState,
  messages: readonly Outgoing[],
  given?: SendInputs,
): Promise<Stored[]> {
  const { duplicates, toStore } = given ?? (await readSendInputs(tx, realm.id, messages))
  const keys = messages.map(keyOf)
  const withKey = messages.filter((_, index) => keys[index] !== undefined)
  if (withKey.length === 0) return storeMessages(tx, realm, messages, toStore)

  const found = new Map<string | Outgoing, Stored>()
  for (const { n, messageId: id } of duplicates) found.set(keyOf(withKey[n]!)!, { id, newPolicy: undefined })
  const claimed = new Set<string | undefined>(found.keys() as Iterable<string>)
  const fresh = messages.filter((_, index) => {
    const key = keys[index]
    if (key === undefined) return true
    if (claimed.has(key)) return false
    claimed.add(key)
    return true
  })
  const isWhole = fresh.length === messages.length
  const stored = await storeMessages(tx, realm, fresh, isWhole ? toStore : undefined)
  for (const [index, message] of fresh.entries()) found.set(keyOf(message) ?? message, stored[index]!)

  const remembered = fresh.filter((message) => keyOf(message) !== undefined)
  if (remembered.length > 0) {
    tx.write(REMEMBER_SENT, [
      ...columnsOf(remembered),
      remembered.map((message) => found.get(keyOf(message)!)!.id),
    ])
  }
  return messages.map((message, index) => found.get(keys[index] ?? message)!)
}

/**
 * Deletes the keys of messages that are older than any event queue: clients no longer repeat these requests.
 */
export async function deleteOldSent(core: Core): Promise<void> {
  await core.db.run(FORGET, [core.options.eventLogRetentionSeconds])
}

function keyOf({ sender, queueId, localId }: Outgoing): string | undefined {
  return queueId === undefined || localId === undefined
    ? undefined
    : JSON.stringify([sender.id, queueId, localId])
}

function columnsOf(messages: readonly Outgoing[]): [UserId[], string[], string[]] {
  return [
    messages.map((message) => message.sender.id),
    messages.map((message) => message.queueId!),
    messages.map((message) => message.localId!),
  ]
}
