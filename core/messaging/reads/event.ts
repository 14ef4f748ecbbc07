import type { Audience } from '../../platform/events/audience.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { EditableFlag, FlagChange } from './flags.ts'

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

/** Messages got a flag. */
const added = (flag: EditableFlag, messages: readonly MessageId[]) =>
  ({ type: 'update_message_flags', op: 'add', operation: 'add', flag, messages, all: false }) as const

/** Messages lost a flag. */
const removed = (flag: EditableFlag, messages: readonly MessageId[]) =>
  ({ type: 'update_message_flags', op: 'remove', operation: 'remove', flag, messages, all: false }) as const

export function emitAdded(tx: Tx, audience: Audience, flag: EditableFlag, messages: MessageId[]): void {
  tx.emit(added(flag, messages), audience)
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

const unread = (messages: readonly MessageId[], details: Readonly<Record<string, UnreadDetails>>) =>
  ({ ...removed('read', messages), message_details: details }) as const

/** Emits that messages became unread, with their details. Splits many messages into several events. */
export function emitUnread(tx: Tx, audience: Audience, rows: readonly UnreadMessage[]): void {
  for (let at = 0; at < rows.length; at += DETAILS_PER_EVENT) {
    const some = rows.slice(at, at + DETAILS_PER_EVENT)
    const ids = some.map((row) => row.id)
    tx.emit(unread(ids, Object.fromEntries(some.map((row) => [row.id, row.details]))), audience)
  }
}

/**
 * The text of the event of a change: the parts before and after the ids of messages and, when messages become
 * unread, after their details. Postgres writes the ids and details between them, in the form of
 * JSON.stringify.
 */
export function textsAround({ op, flag }: FlagChange): readonly string[] {
  const event = op === 'add' ? added(flag, []) : flag === 'read' ? unread([], {}) : removed(flag, [])
  return JSON.stringify(event).split(/(?<=\[)(?=\])|(?<=\{)(?=\})/)
}
