import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import type { TypingEditEvent, TypingEvent } from '../../core/messaging/typing/event.ts'
import type { PresenceEvent } from '../../core/people/presence/event.ts'
import type { Audience } from '../../core/platform/events/audience.ts'
import type { EphemeralEvent } from '../../core/platform/events/ephemeral.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { EventId } from './event-id.ts'
import type { QueueFilter } from './queue-record.ts'

/** All there are. */
type Event = TypingEvent | TypingEditEvent | PresenceEvent

/** An ephemeral event on its way to clients: serialised once per variant, however many clients get it. */
export class EphemeralEntry {
  /** Milliseconds, when it came here. */
  readonly at: number
  readonly audience: Audience
  /** Length of the event's text, to bound what is kept. */
  readonly size: number
  readonly #event: Event
  readonly #variants = new Map<(event: never) => object, Variant>()

  constructor({ event, audience, size }: EphemeralEvent, at = Date.now()) {
    this.at = at
    this.audience = audience
    this.size = size
    this.#event = event as Event
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
  isFor({ eventTypes, capabilities }: QueueFilter, user: UserRecord | undefined): boolean {
    const event = this.#event
    if (eventTypes !== null && !eventTypes.includes(event.type)) return false
    if (event.type === 'presence') return true
    // spec.md "Events" 4: only to users who receive typing notifications.
    if (user?.settings.receives_typing_notifications !== true) return false
    const isInChannel = event.type === 'typing' && event.message_type === 'stream'
    return !isInChannel || capabilities.stream_typing_notifications === true
  }

  /** The event as JSON text. Most queues of a gateway have the same ids left, and share one text. */
  serialiseFor(filter: QueueFilter, id: EventId): string {
    const shape = variantFor(this.#event, filter)
    let variant = this.#variants.get(shape)
    if (variant === undefined) {
      variant = { body: JSON.stringify(shape(this.#event as never)).slice(0, -1), id: undefined, text: '' }
      this.#variants.set(shape, variant)
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

/** How a client that registered so sees the event. */
function variantFor(event: Event, { capabilities, slimPresence }: QueueFilter): (event: never) => object {
  switch (event.type) {
    case 'presence':
      if (capabilities.simplified_presence_events === true) return modern
      return slimPresence ? legacyWithoutAddress : legacy
    case 'typing':
      return capabilities.empty_topic_name === true ? asItIs : typingWithTopicName
    case 'typing_edit_message':
      return capabilities.empty_topic_name === true ? asItIs : editWithTopicName
  }
}

const asItIs = (event: Event): object => event

const modern = ({ type, presences }: PresenceEvent): object => ({ type, presences })

const legacy = ({ presences: _, ...event }: PresenceEvent): object => event

const legacyWithoutAddress = ({ presences: _, email: __, ...event }: PresenceEvent): object => event

/** For clients that do not know of topics without a name. */
function typingWithTopicName(event: TypingEvent): object {
  return event.message_type === 'stream' ? withTopicName(event) : event
}

function editWithTopicName(event: TypingEditEvent): object {
  const { recipient } = event
  return recipient.type === 'channel' ? { ...event, recipient: withTopicName(recipient) } : event
}

const withTopicName = <T extends { readonly topic?: string }>(named: T): T =>
  named.topic === '' ? { ...named, topic: EMPTY_TOPIC_DISPLAY_NAME } : named
