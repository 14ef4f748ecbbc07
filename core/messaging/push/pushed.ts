import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Moves } from '../../state/realm/hooks.ts'
import { isRead } from '../reads/read-state.ts'
import { readStateProbes } from '../reads/unread-sql.ts'
import type { PushedMessage } from './entity.ts'
import { enqueuePush, type PushRecipient } from './jobs.ts'
import type { Trigger } from './trigger.ts'

/** A message that a user's devices show. */
export type Pushed = Columns<typeof PushedMessage, 'userId' | 'messageId'>
/** A message to show on a user's devices. */
export type Push = Pushed & { readonly trigger: Trigger }

/** Messages removed by one notification, which must fit into 4 KB. */
const REMOVED_PER_NOTIFICATION = 200
/** Notifications older than this are no longer removed from devices. */
const KEPT_DAYS = 30
/** Rows deleted by one statement. */
const PAGE = 10_000

const ADD = statement(
  'pushed-message.add',
  `INSERT INTO pushed_message (user_id, message_id)
   SELECT k.user_id, k.message_id FROM unnest($1::int[], $2::int8[]) AS k (user_id, message_id)
   WHERE EXISTS (SELECT FROM push_device d WHERE d.user_id = k.user_id) -- push_device_user
   ORDER BY k.user_id, k.message_id
   ON CONFLICT DO NOTHING RETURNING user_id AS "userId", message_id AS "messageId"`,
)
const READ = statement(
  'pushed-message.read',
  `DELETE FROM pushed_message p USING unnest($1::int[], $2::int8[]) AS k (user_id, message_id)
   WHERE p.user_id = k.user_id AND p.message_id = k.message_id
   RETURNING p.user_id AS "userId", p.message_id AS "messageId"`, // pushed_message_pkey
)
const ALL_READ = statement(
  'pushed-message.all-read',
  `DELETE FROM pushed_message WHERE user_id = $1
   RETURNING user_id AS "userId", message_id AS "messageId"`, // pushed_message_pkey
)
const DELETED = statement(
  'pushed-message.deleted',
  `DELETE FROM pushed_message WHERE message_id = ANY($1::int8[])
   RETURNING user_id AS "userId", message_id AS "messageId"`, // pushed_message_message
)
// pushed_message_pkey, message_pkey
const LEFT = statement(
  'pushed-message.left',
  `DELETE FROM pushed_message p USING unnest($1::int[], $2::int[]) AS k (channel_id, user_id), message m
   WHERE p.user_id = k.user_id AND m.id = p.message_id AND m.channel_id = k.channel_id
   RETURNING p.user_id AS "userId", p.message_id AS "messageId"`,
)
// subscription_channel, pushed_message_pkey, message_pkey
const ARCHIVED = statement(
  'pushed-message.archived',
  `DELETE FROM pushed_message p USING subscription s, message m
   WHERE s.channel_id = $1 AND s.is_active AND p.user_id = s.user_id AND m.id = p.message_id AND m.channel_id = $1
   RETURNING p.user_id AS "userId", p.message_id AS "messageId"`,
)
// pushed_message_message, message_pkey, and the indexes of `readStateProbes`
const MOVED = statement(
  'pushed-message.moved',
  `DELETE FROM pushed_message d USING (
     SELECT k.user_id, k.message_id FROM pushed_message k JOIN message m ON m.id = k.message_id
     ${readStateProbes('k.user_id')}
     WHERE k.message_id = ANY($1::int8[]) AND (${isRead('k.user_id')})
   ) r WHERE d.user_id = r.user_id AND d.message_id = r.message_id
   RETURNING d.user_id AS "userId", d.message_id AS "messageId"`,
)
const FORGET = statement(
  'pushed-message.forget',
  `DELETE FROM pushed_message WHERE (user_id, message_id) IN (
     SELECT user_id, message_id FROM pushed_message
     WHERE pushed_at < clock_timestamp() - interval '${KEPT_DAYS} days' LIMIT ${PAGE}
   ) RETURNING 1`, // pushed_message_age
)

/**
 * Enqueues notifications of messages, except those already sent to the user's devices. Does nothing for users
 * without a device. One statement.
 */
export async function pushMessages(tx: Tx, pushes: readonly Push[]): Promise<void> {
  if (pushes.length === 0) return
  const triggers = new Map(
    pushes.map(({ userId, messageId, trigger }) => [`${userId} ${messageId}`, trigger]),
  )
  const added = await tx.run<Pushed>(ADD, columnsOf(pushes))
  for (const [message, rows] of groupBy(added, (row) => row.messageId)) {
    const to = rows.map(({ userId }) => ({ user: userId, trigger: triggers.get(`${userId} ${message}`)! }))
    enqueuePush(tx, { kind: 'message', message }, to)
  }
}

/** Removes the notifications of messages that their users have read. One statement. */
export async function retractRead(tx: Tx, read: readonly Pushed[]): Promise<void> {
  enqueueRemoval(tx, await tx.run<Pushed>(READ, columnsOf(read)))
}

/** Like `retractRead`, for a user who has read everything. */
export async function retractAllRead(tx: Tx, user: UserId): Promise<void> {
  enqueueRemoval(tx, await tx.run<Pushed>(ALL_READ, [user]))
}

/** Removes all notifications of messages that are about to be deleted. One statement. */
export async function retractDeleted(tx: Tx, messages: readonly MessageId[]): Promise<void> {
  enqueueRemoval(tx, await tx.run<Pushed>(DELETED, [messages]))
}

/**
 * Removes the notifications of users from channels that they have left, where nothing is unread for them now.
 * One statement.
 */
export async function retractLeft(tx: Tx, left: Moves): Promise<void> {
  const pairs = [...left].flatMap(([channel, users]) => users.map((user) => ({ channel, user })))
  enqueueRemoval(
    tx,
    await tx.run<Pushed>(LEFT, [pairs.map(({ channel }) => channel), pairs.map(({ user }) => user)]),
  )
}

/** Removes the notifications of messages of a channel that is archived now. One statement. */
export async function retractArchived(tx: Tx, channel: ChannelId): Promise<void> {
  enqueueRemoval(tx, await tx.run<Pushed>(ARCHIVED, [channel]))
}

/**
 * Removes the notifications of messages that were moved to another channel and are read there: their user
 * does not subscribe to the channel, or subscribed to it after the message was sent. One statement.
 */
export async function retractMoved(tx: Tx, messages: readonly MessageId[]): Promise<void> {
  enqueueRemoval(tx, await tx.run<Pushed>(MOVED, [messages]))
}

/** Deletes the rows of notifications that are too old to be removed. */
export async function deleteOldPushed(sql: Sql): Promise<void> {
  while ((await sql.run(FORGET)).length === PAGE);
}

function enqueueRemoval(tx: Tx, removed: readonly Pushed[]): void {
  const to: PushRecipient[] = []
  for (const [user, rows] of groupBy(removed, (row) => row.userId)) {
    const messages = rows.map((row) => row.messageId).sort((a, b) => a - b)
    for (let from = 0; from < messages.length; from += REMOVED_PER_NOTIFICATION)
      to.push({ user, messages: messages.slice(from, from + REMOVED_PER_NOTIFICATION) })
  }
  enqueuePush(tx, { kind: 'remove' }, to)
}

const columnsOf = (rows: readonly Pushed[]) => [
  rows.map((row) => row.userId),
  rows.map((row) => row.messageId),
]
