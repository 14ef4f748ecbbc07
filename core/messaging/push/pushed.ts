import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { grouped } from '../../platform/grouped.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import { enqueuePush, type PushRecipient } from './jobs.ts'
import type { Trigger } from './trigger.ts'

/** A message that the devices of a user are to show. */
export interface Push {
  readonly user: UserId
  readonly message: MessageId
  readonly trigger: Trigger
}

/** Messages of one user in one notification: it has to fit into 4 KB. */
const REMOVED_AT_ONCE = 200
/** After so long nobody takes a notification back. */
const KEPT_DAYS = 30
/** Rows of one statement. */
const PAGE = 10_000

const ADD = statement(
  'pushed-message.add',
  `INSERT INTO pushed_message (user_id, message_id)
   SELECT k.user_id, k.message_id FROM unnest($1::int[], $2::int8[]) AS k (user_id, message_id)
   WHERE EXISTS (SELECT FROM push_device d WHERE d.user_id = k.user_id) -- push_device_user
   ORDER BY k.user_id, k.message_id
   ON CONFLICT DO NOTHING RETURNING user_id AS user, message_id AS message`,
)
const READ = statement(
  'pushed-message.read',
  `DELETE FROM pushed_message p USING unnest($1::int[], $2::int8[]) AS k (user_id, message_id)
   WHERE p.user_id = k.user_id AND p.message_id = k.message_id
   RETURNING p.user_id AS user, p.message_id AS message`, // pushed_message_pkey
)
const DELETED = statement(
  'pushed-message.deleted',
  `DELETE FROM pushed_message WHERE message_id = ANY($1::int8[]) RETURNING user_id AS user, message_id AS message`, // pushed_message_message
)
const FORGET = statement(
  'pushed-message.forget',
  `DELETE FROM pushed_message WHERE (user_id, message_id) IN (
     SELECT user_id, message_id FROM pushed_message
     WHERE pushed_at < clock_timestamp() - interval '${KEPT_DAYS} days' LIMIT ${PAGE}
   ) RETURNING 1`, // pushed_message_age
)

/** Asks for devices to show messages, those that do not yet; nothing for users without one. One statement. */
export async function pushMessages(tx: Tx, pushes: readonly Push[]): Promise<void> {
  if (pushes.length === 0) return
  const triggers = new Map(pushes.map(({ user, message, trigger }) => [`${user} ${message}`, trigger]))
  const added = await tx.run<Omit<Push, 'trigger'>>(ADD, columnsOf(pushes))
  for (const [message, rows] of grouped(added, (row) => row.message)) {
    const to = rows.map(({ user }) => ({ user, trigger: triggers.get(`${user} ${message}`)! }))
    enqueuePush(tx, { kind: 'message', message }, to)
  }
}

/** Asks for devices to show messages no more that their users have read. One statement. */
export async function retractRead(
  tx: Tx,
  read: readonly { readonly user: UserId; readonly message: MessageId }[],
): Promise<void> {
  takeBack(tx, await tx.run(READ, columnsOf(read)))
}

/** The same for messages that are about to be deleted. */
export async function retractDeleted(tx: Tx, messages: readonly MessageId[]): Promise<void> {
  takeBack(tx, await tx.run(DELETED, [messages]))
}

/** Forgets what devices show for so long that they will show it for ever. */
export async function deleteOldPushed(sql: Sql): Promise<void> {
  while ((await sql.run(FORGET)).length === PAGE);
}

function takeBack(tx: Tx, gone: readonly { readonly user: UserId; readonly message: MessageId }[]): void {
  const to: PushRecipient[] = []
  for (const [user, rows] of grouped(gone, (row) => row.user)) {
    const messages = rows.map((row) => row.message).sort((a, b) => a - b)
    for (let from = 0; from < messages.length; from += REMOVED_AT_ONCE)
      to.push({ user, messages: messages.slice(from, from + REMOVED_AT_ONCE) })
  }
  enqueuePush(tx, { kind: 'remove' }, to)
}

const columnsOf = (rows: readonly { readonly user: UserId; readonly message: MessageId }[]) => [
  rows.map((row) => row.user),
  rows.map((row) => row.message),
]
