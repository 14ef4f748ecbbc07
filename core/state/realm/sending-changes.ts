import type { LogEntry } from '../../platform/events/log.ts'
import type { MessageId, Seq } from '../../platform/ids.ts'
import { newMessageId } from './message-entries.ts'

/**
 * The frequent types of events that change neither conversations, subscriptions and topic policies nor the
 * order of message ids. Without the rarer ones of such types, a message and two marks with a draft or a
 * status in every fifth cost 1.03 times as much.
 */
const HARMLESS: ReadonlySet<string | undefined> = new Set(['reaction', 'update_message_flags'])
const TYPE = /^\{"type":"(\w+)"/
/** In each `update_message` event of a move. */
const MOVE = '"propagate_mode":'

/**
 * The newest position of an organization's log at which conversations, subscriptions, topic policies or the
 * order of message ids may have changed. Values that a process has read of these for one message are valid
 * for the next if it read them at this position or later. If every event counted as such a change,
 * `SendAtHead` would send no message after a mark, and one message and two marks would cost all processes
 * 1.12 times as much.
 */
export class SendingChanges {
  #from = 0 as Seq
  #newestMessage = 0 as MessageId

  /**
   * The newest position at which a conversation, a subscription, a topic policy or the place of a message may
   * have changed.
   */
  get changedAt(): Seq {
    return this.#from
  }

  /** The newest of the messages that were sent after `changedAt`; 0 for none. */
  get newestMessage(): MessageId {
    return this.#newestMessage
  }

  /** Forgets everything, at a position of the log that may be older than before. */
  beginAt(position: Seq): void {
    this.#from = position
    this.#newestMessage = 0 as MessageId
  }

  /** Takes the next entry of the log. */
  take({ seq, payload }: LogEntry): void {
    const message = newMessageId(payload)
    if (message !== undefined) {
      this.#newestMessage = Math.max(this.#newestMessage, message) as MessageId
      return
    }
    const type = TYPE.exec(payload)?.[1]
    if (type === 'update_message' ? payload.includes(MOVE) : !HARMLESS.has(type)) this.beginAt(seq)
  }
}
