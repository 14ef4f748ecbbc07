import { decodeAudience } from '../../platform/events/audience.ts'
import type { LogEntry } from '../../platform/events/log.ts'
import type { MessageId, Seq, UserId } from '../../platform/ids.ts'
import { newMessageId } from './message-entries.ts'

/** Most users whose changed topic policies are remembered one by one. */
const MAX_USERS = 5_000

/** Types of events that change neither conversations nor subscriptions nor the order of message ids. */
const HARMLESS: ReadonlySet<string | undefined> = new Set([
  'attachment',
  'drafts',
  'reaction',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'submessage',
  'update_message_flags',
  'user_status',
])
const TYPE = /^\{"type":"(\w+)"/
/** In each `update_message` event of a move. */
const MOVE = '"propagate_mode":'

/**
 * The newest positions of an organization's log at which conversations, subscriptions, topic policies or the
 * order of message ids may have changed. Values that a process has read of these for one message are valid
 * for the next if it read them at such a position or later.
 */
export class SendingChanges {
  #from = 0 as Seq
  #newestMessage = 0 as MessageId
  readonly #policies = new Map<UserId, Seq>()

  /**
   * The newest position at which a conversation, a subscription or the place of a message may have changed.
   */
  get changedAt(): Seq {
    return this.#from
  }

  /** The newest of the messages that were sent after `changedAt`; 0 for none. */
  get newestMessage(): MessageId {
    return this.#newestMessage
  }

  /** The newest position at which a user's policy of a topic, or something else, may have changed. */
  policiesChangedAt(user: UserId): Seq {
    return this.#policies.get(user) ?? this.#from
  }

  /** Forgets everything, at a position of the log that may be older than before. */
  beginAt(position: Seq): void {
    this.#from = position
    this.#newestMessage = 0 as MessageId
    this.#policies.clear()
  }

  /** Takes the next entry of the log. */
  take({ seq, payload, audience }: LogEntry): void {
    const message = newMessageId(payload)
    if (message !== undefined) {
      this.#newestMessage = Math.max(this.#newestMessage, message) as MessageId
      return
    }
    const type = TYPE.exec(payload)?.[1]
    if (type === 'user_topic') this.#takePolicy(seq, audience)
    else if (type === 'update_message' ? payload.includes(MOVE) : !HARMLESS.has(type)) this.beginAt(seq)
  }

  #takePolicy(seq: Seq, audience: string): void {
    const whom = decodeAudience(audience)
    if (whom.kind !== 'users' || this.#policies.size + whom.ids.length > MAX_USERS) this.beginAt(seq)
    else for (const user of whom.ids) this.#policies.set(user, seq)
  }
}
