import { MAX_REMINDER_NOTE_LENGTH } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { tooLong } from '../../platform/errors.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { MessageId, ScheduledMessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { noSuchReminder, noteWithNullBytes } from './errors.ts'
import { enqueueDelivery } from './jobs.ts'
import { wireReminder } from './reminder.ts'
import { checkDeliveryTime, checkHasRoom } from './schedule.ts'
import { SCHEDULED_COLUMNS, type ScheduledMessage } from './scheduled-message.ts'

const INSERT = statement(
  'reminder.insert',
  `INSERT INTO scheduled_message (realm_id, user_id, content, rendered_content, client, deliver_at, reminder_target_id)
   VALUES ($1, $2, $3, '', $4, to_timestamp($5), $6) RETURNING ${SCHEDULED_COLUMNS}`,
)
const DELETE = statement(
  'reminder.delete',
  'DELETE FROM scheduled_message WHERE id = $1 AND user_id = $2 AND reminder_target_id IS NOT NULL RETURNING id',
)

export interface ReminderRequest {
  readonly message: MessageId
  /** Unix seconds. */
  readonly deliverAt: number
  /** A note of the user, shown in the reminder; may be empty. */
  readonly note: string
  readonly client: string
}

/**
 * Schedules a message of the notification bot that reminds the caller of a message. Throws `invalidMessages`,
 * `notInFuture`, `tooManyScheduled`, and when the note is too long.
 */
export async function createReminder(
  caller: Caller,
  { message: id, deliverAt, note, client }: ReminderRequest,
): Promise<ScheduledMessageId> {
  const { core, realm } = caller
  checkDeliveryTime(deliverAt)
  if (note.includes('\0')) throw noteWithNullBytes()
  if ([...note].length > MAX_REMINDER_NOTE_LENGTH) {
    throw tooLong('note', MAX_REMINDER_NOTE_LENGTH)
  }
  return core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    await checkHasRoom(tx, actor.id)
    const row = [realm.id, actor.id, note.trim(), client, deliverAt, id]
    const [stored] = await tx.run<ScheduledMessage>(INSERT, row)
    enqueueDelivery(tx, stored!.id, deliverAt)
    const reminder = wireReminder(realm, actor, stored!, message, core.options.rootUrl)
    tx.emit(
      { type: 'reminders', op: 'add', reminders: [reminder], _channel: message.channelId },
      toUsers([actor.id]),
    )
    return stored!.id
  })
}

/** Throws `noSuchReminder`. */
export async function deleteReminder(caller: Caller, id: ScheduledMessageId): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    if ((await tx.run(DELETE, [id, actor.id])).length === 0) throw noSuchReminder()
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, toUsers([actor.id]))
  })
}
