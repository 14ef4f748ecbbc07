import { FlagBit } from '../../content/messages/bits.ts'
import { flagNotEditable, invalidFlag, invalidFlagOperation } from './errors.ts'

/** The flags a user may change (spec.md "Personal message flags"). */
export type EditableFlag = 'read' | 'starred' | 'collapsed'

export interface FlagChange {
  readonly op: 'add' | 'remove'
  readonly flag: EditableFlag
}

/** The flags that users may change, as text. */
export const EDITABLE_FLAGS: readonly string[] = ['read', 'starred', 'collapsed'] satisfies EditableFlag[]
const NOT_EDITABLE: readonly string[] = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
]

/** Bits of `message_flag.bits` by flag. `read` is missing, because it depends on more than one bit. */
export const FLAG_BITS = { starred: FlagBit.starred, collapsed: FlagBit.collapsed } as const

/**
 * Validates a request to change a flag. Throws for an unknown flag or operation and for flags that users
 * cannot set.
 */
export function parseFlagChange(op: string, flag: string): FlagChange {
  if (NOT_EDITABLE.includes(flag)) throw flagNotEditable(flag)
  if (!EDITABLE_FLAGS.includes(flag)) throw invalidFlag(flag, EDITABLE_FLAGS)
  if (op !== 'add' && op !== 'remove') throw invalidFlagOperation(op)
  return { op, flag: flag as EditableFlag }
}
