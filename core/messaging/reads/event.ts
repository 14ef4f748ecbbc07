import type { Tx } from '../../platform/db/transact.ts'
import type { Audience } from '../../platform/events/audience.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { EditableFlag } from './flags.ts'
import type { Unread } from './mark-unread.ts'

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

/** Most messages in one event with details. */
const DETAILS_PER_EVENT = 1_000

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
  details?: Record<string, UnreadDetails>,
): void {
  const op = { op: 'remove', operation: 'remove' } as const
  const given = details && { message_details: details }
  tx.emit({ type: 'update_message_flags', ...op, flag, messages, all: false, ...given }, audience)
}

/** Emits that messages became unread, with their details. Splits many messages into several events. */
export function emitUnread(tx: Tx, audience: Audience, rows: readonly Unread[]): void {
  for (let at = 0; at < rows.length; at += DETAILS_PER_EVENT) {
    const some = rows.slice(at, at + DETAILS_PER_EVENT)
    const details = Object.fromEntries(some.map((row) => [row.id, detailsOf(row)]))
    emitRemoved(
      tx,
      audience,
      'read',
      some.map((row) => row.id),
      details,
    )
  }
}

function detailsOf(row: Unread): UnreadDetails {
  const mention = row.isMentioned && { mentioned: true as const }
  if (row.channelId === null) {
    return { type: 'private', ...mention, user_ids: row.participantIds!.filter((id) => id !== row.userId) }
  }
  const channel = { stream_id: row.channelId, topic: row.topic!, unmuted_stream_msg: !row.isMuted }
  return { type: 'stream', ...mention, ...channel }
}
