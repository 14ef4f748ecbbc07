import type { ServerEvent } from '../../model/wire.ts'

/** Most events that are collected during a fetch; after more of them its messages are fetched again. */
const MOST = 1000
const TYPES: ReadonlySet<string> = new Set([
  'delete_message',
  'reaction',
  'submessage',
  'update_message',
  'update_message_flags',
])

/**
 * The events that change messages, since a fetch of messages began: its answer may be older than they are.
 */
export class MessageChanges {
  readonly events: ServerEvent[] = []
  isComplete = true

  add(event: ServerEvent): void {
    if (!TYPES.has(event.type)) return
    if (this.events.length < MOST) this.events.push(event)
    else this.isComplete = false
  }
}
