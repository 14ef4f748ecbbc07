import { statement } from '../../platform/db/statements/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { toUsers } from '../../platform/events/audience.ts'
import { errorIn } from '../../platform/text/errors/in-language.ts'
import { languageFor } from '../../platform/text/languages.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeChannel } from '../../state/access/channel-permissions.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import { realmDeactivated } from '../../state/realm/errors.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { accountDeactivated } from '../../state/users/errors.ts'
import { storeNotices } from '../sending/notice.ts'
import { checkCanSend, prepareMessage } from '../sending/send.ts'
import { type Outgoing, storeMessages } from '../sending/store.ts'
import { deliveryTooLate } from './errors.ts'
import { type DeliveryJob, enqueueDelivery } from './jobs.ts'
import { dueText } from './reminder.ts'
import {
  type ReminderTarget,
  requestOf,
  SCHEDULED_COLUMNS,
  type ScheduledMessage,
  wireScheduledMessage,
  withTarget,
} from './scheduled-message.ts'

// scheduled_message_pkey
const FIND = statement(
  'scheduled.find-to-deliver',
  withTarget(
    `SELECT ${SCHEDULED_COLUMNS}, extract(epoch FROM clock_timestamp() - deliver_at)::float8 AS "lateSeconds"
     FROM scheduled_message WHERE id = $1 AND failure IS NULL`,
    's."userId"',
  ),
)
const SENT = statement('scheduled.sent', 'DELETE FROM scheduled_message WHERE id = $1')
const FAILED = statement(
  'scheduled.failed',
  `UPDATE scheduled_message SET failure = $2 WHERE id = $1 RETURNING ${SCHEDULED_COLUMNS}`,
)

/** A message is not sent later than this after its delivery time; the sender is notified instead. */
const MAX_DELAY_SECONDS = 10 * 60

/** `lateSeconds`: negative before the delivery time. Jobs come due by the clock of Postgres. */
type Found = ScheduledMessage & ReminderTarget & { readonly lateSeconds: number }

/**
 * Sends a scheduled message or a reminder that is due and deletes its row, in one transaction: it is sent
 * once, however often the job runs. Does nothing when the message was sent or deleted. Enqueues the delivery
 * again when the message is not due: it was postponed, or the clock was set back since the job came due, as
 * by a standby that was promoted. A message that its sender may no longer send is kept as failed, and the
 * sender is notified. A reminder shows its message as it
 * is now, or says that its user may no longer read it. In a
 * deactivated organization no message is sent; its users find their reminders and notices when it is
 * reactivated.
 */
export async function deliverScheduled(core: Core, { realm: id, id: message }: DeliveryJob): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return
  await core.changeAsSystem(realm, async (tx) => {
    const [due] = await tx.run<Found>(FIND, [message])
    if (due === undefined) return
    if (due.lateSeconds < 0) enqueueDelivery(tx, due.id, due.deliverAt)
    else if (due.reminderTargetId !== null) await sendReminder(tx, core, realm, due)
    else await sendScheduled(tx, core, realm, due)
  })
}

async function sendReminder(tx: Tx, core: Core, realm: RealmState, due: Found): Promise<void> {
  await notifyUser(tx, core, realm, due, dueText(realm, realm.users.get(due.userId)!, due))
  await tx.run(SENT, [due.id])
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: due.id }, toUsers([due.userId]))
}

async function sendScheduled(tx: Tx, core: Core, realm: RealmState, due: Found): Promise<void> {
  const audience = toUsers([due.userId])
  const outgoing = await prepareDue(tx, core, realm, due)
  if (outgoing instanceof ApiError) {
    const [failed] = await tx.run<ScheduledMessage>(FAILED, [due.id, outgoing.message])
    tx.emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: wireScheduledMessage(failed!) },
      audience,
    )
    if (!realm.users.get(due.userId)!.isActive) return
    return notifyUser(tx, core, realm, due, failureText(realm, due, outgoing.message))
  }
  await storeMessages(tx, realm, [outgoing])
  await tx.run(SENT, [due.id])
  tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: due.id }, audience)
}

/** Returns the message to send, or the error that says why it may not be sent. */
async function prepareDue(tx: Tx, core: Core, realm: RealmState, due: Found): Promise<Outgoing | ApiError> {
  const sender = realm.users.get(due.userId)!
  try {
    if (realm.record.isDeactivated) throw realmDeactivated()
    if (!sender.isActive) throw accountDeactivated()
    if (due.lateSeconds > MAX_DELAY_SECONDS) throw deliveryTooLate()
    const outgoing = prepareMessage({ core, realm, user: sender }, requestOf(due))
    await checkCanSend(tx, realm, outgoing)
    return outgoing
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function failureText(realm: RealmState, due: ScheduledMessage, reason: string): string {
  const channel = due.channelId === null ? undefined : realm.channels.get(due.channelId)
  // The channel may have a new name, which the sender must not learn without seeing the channel.
  const canSee = channel !== undefined && canSeeChannel(realm, realm.users.get(due.userId)!, channel)
  const t = noticeTexts(realm)
  const language = languageFor(realm.record.settings.default_language) ?? 'en'
  return `${t.notSent(canSee ? channel.name : undefined)}\n\n> ${errorIn(language, reason)}\n\n[${t.scheduledMessages}](#scheduled)`
}

/** Sends the user a direct message of the notification bot, rendered as the user would see it. */
async function notifyUser(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { userId }: ScheduledMessage,
  content: string,
): Promise<void> {
  await storeNotices(tx, core, realm, [{ to: { user: userId }, as: realm.users.get(userId)!, content }])
}
