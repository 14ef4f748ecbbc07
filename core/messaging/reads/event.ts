import type { Audience } from '../../platform/events/audience.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { EditableFlag } from './flags.ts'

/** Details of a message that became unread (event update_message_flags, op remove). */
export interface UnreadDetails {
  type: 'private' | 'stream'
  mentioned?: true
  /** All participants of the conversation but the reader. */
  user_ids?: number[]
  stream_id?: number
  topic?: string
  unmuted_stream_msg?: boolean
}

/** A message that became unread. */
interface UnreadMessage {
  readonly id: MessageId
  readonly details: UnreadDetails
}

/** Most messages in one event with details. */
const DETAILS_PER_EVENT = 1_000

/** Messages lost a flag. */
const removed = (flag: EditableFlag, messages: readonly MessageId[]) =>
  ({ type: 'update_message_flags', op: 'remove', operation: 'remove', flag, messages, all: false }) as const

export function emitAdded(tx: Tx, audience: Audience, flag: EditableFlag, messages: MessageId[]): void {
  const op = { op: 'add', operation: 'add' } as const
  tx.emit({ type: 'update_message_flags', ...op, flag, messages, all: false }, audience)
}

/** Emits that no message of the user is unread. Clients apply `all` without ids. */
export function emitAllRead(tx: Tx, audience: Audience): void {
  const op = { op: 'add', operation: 'add' } as const
  tx.emit({ type: 'update_message_flags', ...op, flag: 'read', messages: [], all: true }, audience)
}

export function emitRemoved(
  tx: Tx,
  audience: Audience,
  flag: EditableFlag,
  messages: readonly MessageId[],
): void {
  tx.emit(removed(flag, messages), audience)
}

/** Emits that messages became unread, with their details. Splits many messages into several events. */
export function emitUnread(tx: Tx, audience: Audience, rows: readonly UnreadMessage[]): void {
  for (let at = 0; at < rows.length; at += DETAILS_PER_EVENT) {
    const some = rows.slice(at, at + DETAILS_PER_EVENT)
    const ids = some.map((row) => row.id)
    const details = Object.fromEntries(some.map((row) => [row.id, row.details]))
    tx.emit({ ...removed('read', ids), message_details: details }, audience)
  }
}
