import { MAX_SCHEDULED_MESSAGES } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ScheduledMessageId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { nothingToChange, notOneChannel } from '../messages/errors.ts'
import { checkCanSend, prepareMessage, type SendRequest } from '../sending/send.ts'
import type { Outgoing } from '../sending/store.ts'
import { noSuchScheduledMessage, notInFuture, tooManyScheduled } from './errors.ts'
import { enqueueDelivery } from './jobs.ts'
import {
  requestOf,
  SCHEDULED_COLUMNS,
  type ScheduledMessage,
  wireScheduledMessage,
} from './scheduled-message.ts'

const INSERT = statement(
  'scheduled.insert',
  `INSERT INTO scheduled_message (realm_id, user_id, channel_id, topic, recipient_ids, content, rendered_content,
     client, read_by_sender, deliver_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10)) RETURNING ${SCHEDULED_COLUMNS}`,
)
// scheduled_message_user
const COUNT = statement(
  'scheduled.count',
  'SELECT count(*)::int4 AS count FROM scheduled_message WHERE user_id = $1',
)
// scheduled_message_pkey
const FIND = statement(
  'scheduled.find',
  `SELECT ${SCHEDULED_COLUMNS} FROM scheduled_message
   WHERE id = $1 AND user_id = $2 AND reminder_target_id IS NULL FOR UPDATE`,
)
const UPDATE = statement(
  'scheduled.update',
  `UPDATE scheduled_message SET channel_id = $2, topic = $3, recipient_ids = $4, content = $5, rendered_content = $6,
     deliver_at = to_timestamp($7), failure = NULL
   WHERE id = $1 RETURNING ${SCHEDULED_COLUMNS}`,
)
const DELETE = statement(
  'scheduled.delete',
  'DELETE FROM scheduled_message WHERE id = $1 AND user_id = $2 AND reminder_target_id IS NULL RETURNING id',
)

/** Throws `notInFuture` unless the time, in Unix seconds, is in the future. */
export function checkDeliveryTime(deliverAt: number): void {
  if (deliverAt <= Date.now() / 1000) throw notInFuture()
}

/**
 * Throws `tooManyScheduled` when the user has the largest number of scheduled messages and reminders, failed
 * ones counted. The transaction holds the organization's lock, so that requests at the same time count each
 * other's.
 */
export async function checkHasRoom(tx: Sql, user: UserId): Promise<void> {
  const [found] = await tx.run<{ count: number }>(COUNT, [user])
  if (found!.count >= MAX_SCHEDULED_MESSAGES) throw tooManyScheduled()
}

/**
 * Stores a message to be sent at `deliverAt`, in Unix seconds. Throws `notInFuture`, `tooManyScheduled`, and
 * the errors of sending the message now.
 */
export async function scheduleMessage(
  caller: Caller,
  request: SendRequest,
  deliverAt: number,
): Promise<ScheduledMessageId> {
  const { core, realm } = caller
  checkDeliveryTime(deliverAt)
  return core.change(caller, async ({ tx, actor }) => {
    const outgoing = prepareMessage({ core, realm, user: actor }, request)
    await checkCanSend(tx, realm, outgoing)
    await checkHasRoom(tx, actor.id)
    const [stored] = await tx.run<ScheduledMessage>(INSERT, [
      realm.id,
      actor.id,
      ...columnsOf(outgoing),
      request.client,
      request.readBySender ?? null,
      deliverAt,
    ])
    enqueueDelivery(tx, stored!.id, deliverAt)
    const added = [wireScheduledMessage(stored!)]
    tx.emit({ type: 'scheduled_messages', op: 'add', scheduled_messages: added }, toUsers([actor.id]))
    return stored!.id
  })
}

/** The fields of a scheduled message to change. */
export interface ScheduledMessageChange {
  /** Given only together with `ids`. */
  readonly kind?: 'channel' | 'direct'
  /** The channel, or the recipients of a direct message. */
  readonly ids?: readonly number[]
  readonly topic?: string
  readonly content?: string
  /** Unix seconds. */
  readonly deliverAt?: number
}

/**
 * Changes the given fields of a message that has not been sent. Throws `noSuchScheduledMessage`,
 * `notInFuture`, and the errors of sending the message now; so a message that could not be sent needs a new
 * time.
 */
export async function updateScheduledMessage(
  caller: Caller,
  id: ScheduledMessageId,
  change: ScheduledMessageChange,
): Promise<void> {
  const { core, realm } = caller
  if (Object.values(change).every((value) => value === undefined)) throw nothingToChange()
  if (change.deliverAt !== undefined) checkDeliveryTime(change.deliverAt)
  await core.change(caller, async ({ tx, actor }) => {
    const [former] = await tx.run<ScheduledMessage>(FIND, [id, actor.id])
    if (former === undefined) throw noSuchScheduledMessage()
    const deliverAt = change.deliverAt ?? former.deliverAt
    checkDeliveryTime(deliverAt)
    const outgoing = prepareMessage({ core, realm, user: actor }, changedRequest(former, change))
    await checkCanSend(tx, realm, outgoing)
    const [stored] = await tx.run<ScheduledMessage>(UPDATE, [id, ...columnsOf(outgoing), deliverAt])
    if (deliverAt !== former.deliverAt || former.failure !== null) enqueueDelivery(tx, id, deliverAt)
    const updated = wireScheduledMessage(stored!)
    tx.emit({ type: 'scheduled_messages', op: 'update', scheduled_message: updated }, toUsers([actor.id]))
  })
}

/** Throws `noSuchScheduledMessage`. */
export async function deleteScheduledMessage(caller: Caller, id: ScheduledMessageId): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    if ((await tx.run(DELETE, [id, actor.id])).length === 0) throw noSuchScheduledMessage()
    tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, toUsers([actor.id]))
  })
}

function changedRequest(former: ScheduledMessage, change: ScheduledMessageChange): SendRequest {
  const request = requestOf(former)
  const kind = change.kind ?? request.to.kind
  const ids = change.ids ?? (former.channelId === null ? former.recipientIds! : [former.channelId])
  return {
    ...request,
    to: destinationOfIds(kind, ids, change.topic ?? former.topic ?? undefined),
    content: change.content ?? request.content,
  }
}

/** The destination of a request that names channels and users by their ids. Throws `notOneChannel`. */
export function destinationOfIds(
  kind: 'channel' | 'direct',
  ids: readonly number[],
  topic: string | undefined,
): SendRequest['to'] {
  if (kind === 'direct') return { kind, users: ids }
  if (ids.length !== 1) throw notOneChannel()
  return { kind, channel: ids[0]!, topic }
}

/** The values of the columns from channel_id to rendered_content. */
function columnsOf({ sender, destination, content, rendered }: Outgoing): unknown[] {
  if (destination.kind === 'topic')
    return [destination.channel, destination.topic, null, content, rendered.html]
  const others = destination.participants.filter((id) => id !== sender.id)
  return [null, null, others.length === 0 ? [sender.id] : others, content, rendered.html]
}
