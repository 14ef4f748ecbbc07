import { type Sql, statement } from '../../platform/db/statement.ts'
import type { ChannelId, MessageId, ScheduledMessageId, UserId } from '../../platform/ids.ts'
import type { SendRequest } from '../messages/send.ts'

/** A message that waits for its time, or has failed at it. */
export interface ScheduledMessage {
  readonly id: ScheduledMessageId
  readonly userId: UserId
  /** With `topic` for a message to a channel; both null otherwise. */
  readonly channelId: ChannelId | null
  readonly topic: string | null
  /** Whom a direct message is for beside its sender; null for a message to a channel and for a reminder. */
  readonly recipientIds: readonly UserId[] | null
  readonly content: string
  readonly html: string
  readonly client: string
  /** Null for what the client it was written with does. */
  readonly readBySender: boolean | null
  /** Unix seconds. */
  readonly deliverAt: number
  /** Why it could not be sent. */
  readonly failure: string | null
  /** What a reminder is about; null for a message to others. */
  readonly reminderTargetId: MessageId | null
}

export const SCHEDULED_COLUMNS = `id, user_id AS "userId", channel_id AS "channelId", topic, recipient_ids AS "recipientIds",
  content, rendered_content AS html, client, read_by_sender AS "readBySender",
  floor(extract(epoch FROM deliver_at))::int8 AS "deliverAt", failure, reminder_target_id AS "reminderTargetId"`

const OF_USER = statement(
  'scheduled.of-user',
  `SELECT ${SCHEDULED_COLUMNS} FROM scheduled_message WHERE user_id = $1 ORDER BY deliver_at, id`, // scheduled_message_user
)

/** All that waits of a user's, by its time. One query. */
async function ofUser(sql: Sql, user: UserId): Promise<ScheduledMessage[]> {
  return sql.run<ScheduledMessage>(OF_USER, [user])
}

const isReminder = (one: ScheduledMessage): boolean => one.reminderTargetId !== null

/** A user's scheduled messages as clients see them, by their time. */
export async function scheduledMessagesOf(sql: Sql, user: UserId): Promise<WireScheduledMessage[]> {
  return (await ofUser(sql, user)).filter((one) => !isReminder(one)).map(wireScheduledMessage)
}

/** A user's reminders as clients see them, by their time. */
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

const common = (one: ScheduledMessage) => ({
  content: one.content,
  rendered_content: one.html,
  scheduled_delivery_timestamp: one.deliverAt,
  failed: one.failure !== null,
})

export function wireScheduledMessage(one: ScheduledMessage): WireScheduledMessage {
  const to =
    one.channelId === null
      ? { type: 'private' as const, to: [...one.recipientIds!] }
      : { type: 'stream' as const, to: one.channelId, topic: one.topic! }
  return { scheduled_message_id: one.id, ...to, ...common(one) }
}

export function wireReminder(one: ScheduledMessage): WireReminder {
  return {
    reminder_id: one.id,
    type: 'private',
    to: [one.userId],
    ...common(one),
    reminder_target_message_id: one.reminderTargetId!,
  }
}

/** What is sent when its time has come. */
export function requestOf(one: ScheduledMessage): SendRequest {
  return {
    to:
      one.channelId === null
        ? { kind: 'direct', users: one.recipientIds! }
        : { kind: 'channel', channel: one.channelId, topic: one.topic! },
    content: one.content,
    client: one.client,
    ...(one.readBySender !== null && { readBySender: one.readBySender }),
  }
}
