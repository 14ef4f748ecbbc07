import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { SendRequest } from '../sending/send.ts'
import type { ScheduledMessage as ScheduledMessageEntity } from './entity.ts'

/** A scheduled message or a reminder that has not been sent. */
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

export const SCHEDULED_COLUMNS = `id, user_id AS "userId", channel_id AS "channelId", topic, recipient_ids AS "recipientIds",
  content, rendered_content AS "renderedContent", client, read_by_sender AS "readBySender",
  floor(extract(epoch FROM deliver_at))::int8 AS "deliverAt", failure, reminder_target_id AS "reminderTargetId"`

export const SCHEDULED_OF_USER = statement(
  'scheduled.of-user',
  // scheduled_message_user
  `SELECT ${SCHEDULED_COLUMNS} FROM scheduled_message WHERE user_id = $1 ORDER BY deliver_at, id`,
)

/** A user's scheduled messages and reminders, by delivery time. One query. */
async function ofUser(sql: Sql, user: UserId): Promise<ScheduledMessage[]> {
  return sql.run<ScheduledMessage>(SCHEDULED_OF_USER, [user])
}

const isReminder = (message: ScheduledMessage): boolean => message.reminderTargetId !== null

/** A user's scheduled messages as clients see them, by delivery time. */
export async function scheduledMessagesOf(sql: Sql, user: UserId): Promise<WireScheduledMessage[]> {
  return (await ofUser(sql, user)).filter((message) => !isReminder(message)).map(wireScheduledMessage)
}

/** A user's reminders as clients see them, by delivery time. */
export async function remindersOf(sql: Sql, user: UserId): Promise<WireReminder[]> {
  return (await ofUser(sql, user)).filter(isReminder).map(wireReminder)
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

export interface WireReminder {
  reminder_id: number
  type: 'private'
  to: number[]
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

const common = (message: ScheduledMessage) => ({
  content: message.content,
  rendered_content: message.renderedContent,
  scheduled_delivery_timestamp: message.deliverAt,
  failed: message.failure !== null,
})

export function wireScheduledMessage(message: ScheduledMessage): WireScheduledMessage {
  const to =
    message.channelId === null
      ? { type: 'private' as const, to: [...message.recipientIds!] }
      : { type: 'stream' as const, to: message.channelId, topic: message.topic! }
  return { scheduled_message_id: message.id, ...to, ...common(message) }
}

export function wireReminder(message: ScheduledMessage): WireReminder {
  return {
    reminder_id: message.id,
    type: 'private',
    to: [message.userId],
    ...common(message),
    reminder_target_message_id: message.reminderTargetId!,
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
