import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Reader } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
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

/** The message that a reminder is about; `targetId` is null when it is deleted, and without a reminder. */
export type ReminderTarget = ReceptionColumn & {
  readonly targetId: number | null
  readonly targetChannelId: Columns<typeof Message, 'channelId'>['channelId']
}

/** SQL that adds `ReminderTarget` to the rows `s` of `SCHEDULED_COLUMNS` (message_pkey). */
export const withTarget = (scheduled: string, user: string): string =>
  `SELECT s.*, t."targetId", t."targetChannelId", coalesce(t."wasReceived", false) AS "wasReceived"
   FROM (${scheduled}) s LEFT JOIN LATERAL (
     SELECT m.id AS "targetId", m.channel_id AS "targetChannelId", ${wasReceivedBy(user)} AS "wasReceived"
     FROM message m WHERE m.id = s."reminderTargetId"
   ) t ON true`

export const SCHEDULED_OF_USER = statement(
  'scheduled.of-user',
  // scheduled_message_user
  `${withTarget(`SELECT ${SCHEDULED_COLUMNS}, deliver_at FROM scheduled_message WHERE user_id = $1`, '$1')}
   ORDER BY s.deliver_at, s.id`,
)

/** A user's scheduled messages and reminders, by delivery time. One query. */
async function ofUser(sql: Sql, user: UserRecord): Promise<(ScheduledMessage & ReminderTarget)[]> {
  return sql.run<ScheduledMessage & ReminderTarget>(SCHEDULED_OF_USER, [user.id])
}

const isReminder = (message: ScheduledMessage): boolean => message.reminderTargetId !== null

/** A user's scheduled messages as clients see them, by delivery time. */
export async function scheduledMessagesOf(sql: Sql, user: UserRecord): Promise<WireScheduledMessage[]> {
  return (await ofUser(sql, user)).filter((message) => !isReminder(message)).map(wireScheduledMessage)
}

/**
 * A user's reminders as clients see them, by delivery time. A reminder of a message that the user may no
 * longer read does not show it.
 */
export async function remindersOf(sql: Sql, realm: RealmView, user: UserRecord): Promise<WireReminder[]> {
  return (await ofUser(sql, user))
    .filter(isReminder)
    .map((reminder) => wireReminder(shownReminder(realm, user, reminder)))
}

const UNREADABLE = 'You requested a reminder for a message that you can no longer read.'

/** Returns the reminder; without its text when the user may no longer read the message. */
export function shownReminder<Reminder extends ScheduledMessage & ReminderTarget>(
  realm: RealmView,
  user: Reader,
  reminder: Reminder,
): Reminder {
  const { targetId, targetChannelId: channelId, wasReceived } = reminder
  if (targetId !== null && canReadMessage(realm, user, { channelId, wasReceived })) return reminder
  return { ...reminder, content: UNREADABLE, renderedContent: `<p>${UNREADABLE}</p>` }
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
