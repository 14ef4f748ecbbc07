import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import type { SendRequest } from '../sending/send.ts'
import type { ScheduledMessage as ScheduledMessageEntity } from './entity.ts'
import type { RemindedMessage } from './reminder-text.ts'

/**
 * A scheduled message or a reminder that has not been sent. The content of a reminder is the user's note; its
 * text is made of the note and the message whenever it is shown.
 */
export type ScheduledMessage = Columns<
  typeof ScheduledMessageEntity,
  | 'id'
  | 'userId'
  | 'channelId'
  | 'topic'
  | 'recipientIds'
  | 'content'
  | 'renderedContent'
  | 'client'
  | 'readBySender'
  | 'failure'
  | 'reminderTargetId'
> & {
  /** Unix seconds. */
  readonly deliverAt: number
}

/** The message of a reminder; null when it is deleted, and for scheduled messages. */
export interface ReminderTarget {
  readonly target: (RemindedMessage & ReceptionColumn) | null
}

export const SCHEDULED_COLUMNS = `id, user_id AS "userId", channel_id AS "channelId", topic, recipient_ids AS "recipientIds",
  content, rendered_content AS "renderedContent", client, read_by_sender AS "readBySender",
  floor(extract(epoch FROM deliver_at))::int8 AS "deliverAt", failure, reminder_target_id AS "reminderTargetId"`

/**
 * SQL that adds `target` to the rows `s` of `SCHEDULED_COLUMNS` (message_pkey, conversation_pkey). `user`:
 * SQL for the user whose reminders these are.
 */
export const withTarget = (scheduled: string, user: string): string =>
  `SELECT s.*, t.target FROM (${scheduled}) s LEFT JOIN LATERAL (
     SELECT json_build_object('id', m.id, 'channelId', m.channel_id, 'topic', c.topic,
       'participantIds', c.participant_ids, 'senderId', m.sender_id, 'content', m.content,
       'renderedContent', m.rendered_content, 'wasReceived', ${wasReceivedBy(user)}) AS target
     FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.id = s."reminderTargetId"
   ) t ON true`

export const SCHEDULED_OF_USER = statement(
  'scheduled.of-user',
  // scheduled_message_user
  `${withTarget(`SELECT ${SCHEDULED_COLUMNS}, deliver_at FROM scheduled_message WHERE user_id = $1`, '$1')}
   ORDER BY s.deliver_at, s.id`,
)

/** Returns a user's scheduled messages and reminders, by delivery time. One query. */
export async function scheduledOf(
  sql: Sql,
  user: UserRecord,
): Promise<(ScheduledMessage & ReminderTarget)[]> {
  return sql.run<ScheduledMessage & ReminderTarget>(SCHEDULED_OF_USER, [user.id])
}

const REMINDERS_BY_ID = statement(
  'scheduled.reminders-by-id',
  // scheduled_message_pkey
  withTarget(
    `SELECT ${SCHEDULED_COLUMNS} FROM scheduled_message
     WHERE id = ANY ($2::int[]) AND user_id = $1 AND reminder_target_id IS NOT NULL`,
    '$1',
  ),
)

/** Returns those of a user's reminders that exist, unordered. One query. */
export async function remindersById(
  sql: Sql,
  user: UserRecord,
  ids: readonly number[],
): Promise<(ScheduledMessage & ReminderTarget)[]> {
  return sql.run<ScheduledMessage & ReminderTarget>(REMINDERS_BY_ID, [user.id, ids])
}

/** A user's scheduled messages as clients see them, by delivery time. */
export async function scheduledMessagesOf(sql: Sql, user: UserRecord): Promise<WireScheduledMessage[]> {
  return (await scheduledOf(sql, user))
    .filter((message) => message.reminderTargetId === null)
    .map(wireScheduledMessage)
}

export interface WireScheduledMessage {
  scheduled_message_id: number
  type: 'stream' | 'private'
  to: number | number[]
  topic?: string
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
}

export function wireScheduledMessage(message: ScheduledMessage): WireScheduledMessage {
  const to =
    message.channelId === null
      ? { type: 'private' as const, to: [...message.recipientIds!] }
      : { type: 'stream' as const, to: message.channelId, topic: message.topic! }
  return {
    scheduled_message_id: message.id,
    ...to,
    content: message.content,
    rendered_content: message.renderedContent,
    scheduled_delivery_timestamp: message.deliverAt,
    failed: message.failure !== null,
  }
}

/** The request to send when the delivery time has come. */
export function requestOf(message: ScheduledMessage): SendRequest {
  return {
    to:
      message.channelId === null
        ? { kind: 'direct', users: message.recipientIds! }
        : { kind: 'channel', channel: message.channelId, topic: message.topic! },
    content: message.content,
    client: message.client,
    ...(message.readBySender !== null && { readBySender: message.readBySender }),
  }
}
