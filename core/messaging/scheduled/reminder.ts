import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../platform/db/statements/statement.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { canReadMessage } from '../messages/read-permission.ts'
import { type RemindedMessage, reminderHtml, reminderText } from './reminder-text.ts'
import {
  type ReminderTarget,
  remindersById,
  type ScheduledMessage,
  scheduledOf,
} from './scheduled-message.ts'

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

/** The text of a reminder whose message is deleted, or that its user may no longer read. */
export function unreadable(
  realm: Pick<RealmView, 'record'>,
): Pick<WireReminder, 'content' | 'rendered_content'> {
  const content = noticeTexts(realm).reminderUnreadable
  return { content, rendered_content: `<p>${content}</p>` }
}

/** Reminders that are rendered before other work has its turn: a few milliseconds with the longest notes. */
const AT_ONCE = 20

/**
 * Returns a user's reminders as clients see them, by delivery time, with their messages as they are now. A
 * reminder of a message that the user may no longer read does not show it.
 */
export async function remindersOf(
  sql: Sql,
  realm: RealmView,
  user: UserRecord,
  rootUrl: string,
): Promise<WireReminder[]> {
  const found = (await scheduledOf(sql, user)).filter((each) => each.reminderTargetId !== null)
  return wireReminders(realm, user, found, rootUrl)
}

/** As `remindersOf`, for those of the named reminders that exist, by their ids. */
export async function currentReminders(
  sql: Sql,
  realm: RealmView,
  user: UserRecord,
  ids: readonly number[],
  rootUrl: string,
): Promise<ReadonlyMap<number, WireReminder>> {
  const found = await remindersById(sql, user, ids)
  const reminders = await wireReminders(realm, user, found, rootUrl)
  return new Map(reminders.map((reminder) => [reminder.reminder_id, reminder]))
}

async function wireReminders(
  realm: RealmView,
  user: UserRecord,
  found: readonly (ScheduledMessage & ReminderTarget)[],
  rootUrl: string,
): Promise<WireReminder[]> {
  const reminders: WireReminder[] = []
  for (const reminder of found) {
    if (reminders.length % AT_ONCE === AT_ONCE - 1) await nextTurn()
    const message = readableTarget(realm, user, reminder)
    reminders.push(wireReminder(realm, user, reminder, message, rootUrl))
  }
  return reminders
}

/** Returns the text to send now for a reminder that is due. */
export function dueText(realm: RealmView, user: UserRecord, due: ScheduledMessage & ReminderTarget): string {
  const message = readableTarget(realm, user, due)
  return message === undefined
    ? noticeTexts(realm).reminderUnreadable
    : reminderText(realm, user, message, due.content)
}

/** Returns the message of a reminder; undefined when it is deleted or the user may not read it. */
function readableTarget(
  realm: RealmView,
  user: UserRecord,
  { target }: ReminderTarget,
): RemindedMessage | undefined {
  return target !== null && canReadMessage(realm, user, target) ? target : undefined
}

/** `message` is undefined when the user may not read it. */
export function wireReminder(
  realm: RealmView,
  user: UserRecord,
  reminder: ScheduledMessage,
  message: RemindedMessage | undefined,
  rootUrl: string,
): WireReminder {
  const text =
    message === undefined
      ? unreadable(realm)
      : {
          content: reminderText(realm, user, message, reminder.content),
          rendered_content: reminderHtml(realm, user, message, reminder.content, rootUrl),
        }
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [reminder.userId],
    ...text,
    scheduled_delivery_timestamp: reminder.deliverAt,
    failed: reminder.failure !== null,
    reminder_target_message_id: reminder.reminderTargetId!,
  }
}
