import type { Audience } from '../../core/platform/events/audience.ts'
import type { EphemeralEvent } from '../../core/platform/events/ephemeral.ts'
import type { EphemeralBody } from '../../core/platform/events/event.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { EventId } from './event-id.ts'
import type { QueueFilter } from './queue-record.ts'
import { ephemeralVariantsOf } from './variants/table.ts'
import type { EphemeralVariants } from './variants/variants.ts'

/**
 * An ephemeral event for delivery to clients. It is serialised once for each variant, however many clients
 * receive it.
 */
export class EphemeralEntry {
  /** Unix milliseconds at which the event arrived at this gateway. */
  readonly at: number
  readonly audience: Audience
  /** Length of the event's text in characters; it bounds the memory of the ring. */
  readonly size: number
  readonly #event: EphemeralBody
  readonly #variants: EphemeralVariants<EphemeralBody>
  /** The serialised variants by number. */
  readonly #made: (Variant | undefined)[] = []

  constructor({ event, audience, size }: EphemeralEvent, at = Date.now()) {
    this.at = at
    this.audience = audience
    this.size = size
    this.#event = event
    this.#variants = ephemeralVariantsOf(event)
  }

  /**
   * The user that a presence event is about. Typing events have no subject: they are published apart for
   * guests who may not know the user.
   */
  get subject(): UserId | undefined {
    return this.#event.type === 'presence' ? this.#event.user_id : undefined
  }

  /** See `FeedEntry.isAboutUser`. */
  get isAboutUser(): boolean {
    return this.#event.type === 'presence'
  }

  readonly addsUser = false

  /** Whether a queue's options include the event. It does not check the audience. */
  isFor(filter: QueueFilter, reader: UserRecord | undefined): boolean {
    const { eventTypes } = filter
    if (eventTypes !== null && !eventTypes.includes(this.#event.type)) return false
    return this.#variants.isFor?.(this.#event, filter, reader) ?? true
  }

  /**
   * Returns the event as JSON text. Most queues of a gateway have the same next id, so they share one text.
   */
  serialiseFor(filter: QueueFilter, id: EventId): string {
    const number = this.#variants.numberFor(this.#event, filter)
    let variant = this.#made[number]
    if (variant === undefined) {
      const event = this.#variants.make(this.#event, filter)
      variant = { body: JSON.stringify(event).slice(0, -1), id: undefined, text: '' }
      this.#made[number] = variant
    }
    if (variant.id !== id) {
      variant.id = id
      variant.text = `${variant.body},"id":${id}}`
    }
    return variant.text
  }
}

interface Variant {
  /** JSON text without the id and the closing brace. */
  readonly body: string
  /** The last requested id, and the text with that id. */
  id: EventId | undefined
  text: string
}
