import type { Audience } from '../../core/events/audience.ts'
import type { EphemeralEvent } from '../../core/events/ephemeral.ts'
import type { Seq } from '../../core/ids.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/messages/check.ts'
import type { TypingEditEvent, TypingEvent } from '../../core/typing/event.ts'
import type { UserRecord } from '../../core/users/record.ts'
import type { QueueFilter } from './queue-record.ts'

/** An ephemeral event on its way to clients: serialised once per variant, however many clients get it. */
export class EphemeralEntry {
  /** Milliseconds, when it came here. */
  readonly at: number
  readonly audience: Audience
  /** Length of the event's text, to bound what is kept. */
  readonly size: number
  readonly #event: EphemeralEvent['event']
  readonly #variants: (string | undefined)[] = []

  constructor({ event, audience, size }: EphemeralEvent, at = Date.now()) {
    this.at = at
    this.audience = audience
    this.size = size
    this.#event = event
  }

  /** Whether a queue of a user who may see the event wants it. */
  isFor(filter: QueueFilter, user: UserRecord | undefined): boolean {
    const event = this.#event as TypingEvent | TypingEditEvent
    if (filter.eventTypes !== null && !filter.eventTypes.includes(event.type)) return false
    // spec.md "Events" 4: only to users who receive typing notifications.
    if (event.type === 'typing' || event.type === 'typing_edit_message') {
      if (user?.receivesTypingNotifications !== true) return false
    }
    return (
      event.type !== 'typing' ||
      event.message_type !== 'stream' ||
      filter.capabilities.stream_typing_notifications === true
    )
  }

  /** The event as JSON text, under `id`: that of the newest event of the log that the client has by then. */
  serialiseFor(filter: QueueFilter, id: Seq): string {
    const variant = filter.capabilities.empty_topic_name === true ? 1 : 0
    this.#variants[variant] ??= JSON.stringify(
      variant === 1 ? this.#event : withTopicName(this.#event),
    ).slice(0, -1)
    return `${this.#variants[variant]},"id":${id}}`
  }
}

/** As clients see it that do not know of topics without a name. */
function withTopicName(event: EphemeralEvent['event']): object {
  const typing = event as TypingEvent | TypingEditEvent
  if (typing.type === 'typing' && typing.message_type === 'stream' && typing.topic === '') {
    return { ...typing, topic: EMPTY_TOPIC_DISPLAY_NAME }
  }
  if (typing.type === 'typing_edit_message' && typing.recipient.type === 'channel') {
    const { recipient } = typing
    if (recipient.topic === '')
      return { ...typing, recipient: { ...recipient, topic: EMPTY_TOPIC_DISPLAY_NAME } }
  }
  return typing
}
