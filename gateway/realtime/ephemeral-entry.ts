import type { Audience } from '../../core/platform/events/audience.ts'
import type { EphemeralEvent } from '../../core/platform/events/ephemeral.ts'
import type { EphemeralBody } from '../../core/platform/events/event.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { EventId } from './event-id.ts'
import type { QueueFilter } from './queue-record.ts'
import { ephemeralVariantsOf } from './variants/table.ts'
import type { EphemeralVariants } from './variants/variants.ts'

/** An ephemeral event on its way to clients: serialised once per variant, however many clients get it. */
export class EphemeralEntry {
  /** Milliseconds, when it came here. */
  readonly at: number
  readonly audience: Audience
  /** Length of the event's text, to bound what is kept. */
  readonly size: number
  readonly #event: EphemeralBody
  readonly #variants: EphemeralVariants<EphemeralBody>
  /** By the number of the variant. */
  readonly #made: (Variant | undefined)[] = []

  constructor({ event, audience, size }: EphemeralEvent, at = Date.now()) {
    this.at = at
    this.audience = audience
    this.size = size
    this.#event = event
    this.#variants = ephemeralVariantsOf(event)
  }

  /** Of which user it tells: of who is there, but not of who types, who is there to be seen. */
  get subject(): UserId | undefined {
    return this.#event.type === 'presence' ? this.#event.user_id : undefined
  }

  get isOfUsers(): boolean {
    return this.#event.type === 'presence'
  }

  readonly addsUser = false

  /** Whether a queue of a user who may see the event wants it. */
  isFor(filter: QueueFilter, reader: UserRecord | undefined): boolean {
    const { eventTypes } = filter
    if (eventTypes !== null && !eventTypes.includes(this.#event.type)) return false
    return this.#variants.isFor?.(this.#event, filter, reader) ?? true
  }

  /** The event as JSON text. Most queues of a gateway have the same ids left, and share one text. */
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
  /** The id that was asked for last, and the text with it. */
  id: EventId | undefined
  text: string
}
