import { type Fields, isFields } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'

const TS = /^(\d{1,12})\.(\d{1,6})$/

/** An entry of a day. Archives with the log of changes have several of one message. */
export interface Entry {
  /** The time of the message, which is its identity in its conversation. */
  readonly ts: string
  /** Undefined when the entry says that the message was deleted. */
  readonly message: Fields | undefined
}

/**
 * Returns what an entry says about a message. 'repeated': it shows a reply of a thread once more. Undefined:
 * it has no time.
 */
export function entryOf(row: Fields): Entry | 'repeated' | undefined {
  const subtype = textOf(row.subtype)
  if (subtype === 'reply_broadcast' || subtype === 'message_replied') return 'repeated'
  if (subtype === 'message_changed' && isFields(row.message)) return withTime(row.message, row.message.ts)
  if (subtype === 'message_deleted') {
    const former = isFields(row.previous_message) ? row.previous_message : {}
    return withTime(undefined, row.deleted_ts ?? former.ts)
  }
  return withTime(row, row.ts)
}

function withTime(message: Fields | undefined, given: unknown): Entry | undefined {
  const ts = textOf(given)
  return TS.test(ts) ? { ts, message } : undefined
}

/** Microseconds since 1970. */
export function microsOf(ts: string): number {
  const [, seconds, fraction = ''] = TS.exec(ts)!
  return Number(seconds) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

/** When a message was edited, in Unix seconds; 0 for never. */
export const editedAt = (message: Fields): number =>
  isFields(message.edited) ? Math.max(0, Number(textOf(message.edited.ts)) || 0) : 0
