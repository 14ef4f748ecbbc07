import type { MessageEvent } from '../../core/messaging/sending/event.ts'
import { type Audience, decodeAudience, encodeAudience } from '../../core/platform/events/audience.ts'
import type { LogEntry } from '../../core/platform/events/log.ts'
import type { Seq, UserId } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { type EventId, eventIdAt, idOfPart, MAX_EVENTS_PER_ENTRY } from './event-id.ts'
import type { QueueFilter } from './queue-record.ts'
import { type LoggedEvent, variantsOf } from './variants/table.ts'
import type { Variants } from './variants/variants.ts'

/**
 * An entry of the log for delivery to clients. It is parsed once, and serialised once for each variant,
 * however many clients receive it. For a client only the id, the flags and the local id are added.
 */
export class FeedEntry {
  readonly seq: Seq
  /** Id of the event, or of the last event when the entry becomes several. */
  readonly id: EventId
  readonly audience: Audience
  /** Unix milliseconds at which the entry arrived at this gateway. */
  readonly at = Date.now()
  /** Length of the payload in characters; it bounds the memory of `RecentEntries`. */
  readonly size: number
  /** The JSON text; undefined once it is parsed. */
  #payload: string | undefined
  #event: LoggedEvent | undefined
  #knownVariants: Variants<LoggedEvent> | undefined
  /** Each variant by its number: JSON text without braces and id, or the texts of several events. */
  readonly #made: (string | readonly string[] | undefined)[] = []
  /**
   * Complete events by variant and flags. Clients that receive the same text share one array, so `Frames`
   * compares them fast.
   */
  #shared: Map<string, Map<string, readonly string[]>> | undefined
  /** The text that was asked for last. Most clients of a channel get the same one. */
  #last: { readonly variant: string; readonly flags: string; readonly whole: readonly string[] } | undefined
  #flagsOf: ((user: UserId, isRecipient: boolean) => string) | undefined

  constructor(entry: LogEntry) {
    this.seq = entry.seq
    this.id = eventIdAt(entry.seq)
    this.audience = decodeAudience(entry.audience)
    this.size = entry.payload.length
    this.#payload = entry.payload
  }

  /** The same entry with another event in its place. */
  withEvent(event: LoggedEvent): FeedEntry {
    const { seq } = this
    return new FeedEntry({ seq, payload: JSON.stringify(event), audience: encodeAudience(this.audience) })
  }

  get event(): LoggedEvent {
    if (this.#event === undefined) {
      this.#event = JSON.parse(this.#payload!) as LoggedEvent
      this.#payload = undefined
    }
    return this.#event
  }

  /** The user that the event is about, the sender of the message, or the user who reacted. */
  get subject(): UserId | undefined {
    const { event } = this
    if (event.type === 'message') return (event as MessageEvent).message.sender_id as UserId
    if (event.type === 'user_status' || event.type === 'reaction') {
      return (event as { user_id?: UserId }).user_id
    }
    if (event.type === 'realm_user') return (event as { person?: { user_id: UserId } }).person?.user_id
    return undefined
  }

  /**
   * Whether the event is about one user only, so that guests without access to that user must not receive it.
   */
  get isAboutUser(): boolean {
    return this.event.type === 'realm_user' || this.event.type === 'user_status'
  }

  get addsUser(): boolean {
    return this.event.type === 'realm_user' && this.event.op === 'add'
  }

  get #variants(): Variants<LoggedEvent> {
    this.#knownVariants ??= variantsOf(this.event)
    return this.#knownVariants
  }

  /** Whether a queue's options include the event. It does not check the audience. */
  isFor(filter: QueueFilter): boolean {
    const { eventTypes } = filter
    const { type } = this.event
    const variants = this.#variants
    const isRequested =
      eventTypes === null ||
      eventTypes.includes(type) ||
      (variants.otherTypes?.some((other) => eventTypes.includes(other)) ?? false)
    return isRequested && (variants.isFor?.(this.event, filter) ?? true)
  }

  /**
   * Returns the event as JSON text for one client, by the current state of its realm. Returns several events
   * when the client's variant has several; all gateways return the same ones with the same ids (`idOfPart`).
   * `rootUrl` is given when the client may not access the subject, whose data is then replaced.
   */
  serialiseFor(filter: QueueFilter, queueId: string, realm: RealmState, rootUrl?: string): readonly string[] {
    const { event } = this
    const variants = this.#variants
    const number = variants.numberFor(event, filter, realm, rootUrl)
    if (number === undefined) return this.#parts([variants.make(event, filter, realm, rootUrl)].flat())
    let made = this.#made[number]
    if (made === undefined) {
      const variant = variants.make(event, filter, realm, rootUrl)
      made = Array.isArray(variant) ? this.#parts(variant) : bodyOf(variant)
      this.#made[number] = made
    }
    if (typeof made !== 'string') return made
    if (variants.flagsOf === undefined) return this.#whole(made)
    this.#flagsOf ??= variants.flagsOf(event)
    const flags = this.#flagsOf(filter.user, this.isToRecipient(filter, realm))
    const members = variants.membersFor?.(event, queueId)
    if (members === undefined) return this.#whole(made, flags)
    return [`{${made},"flags":${flags}${members},"id":${this.id}}`]
  }

  /** Whether a user who gets the event gets it without `all_public_streams` too. */
  isToRecipient({ user, allPublicStreams }: QueueFilter, realm: RealmState): boolean {
    const { audience } = this
    if (!allPublicStreams || audience.kind !== 'channel') return true
    return realm.membership.hadAt(audience.id, user, this.seq)
  }

  /**
   * Frees the shared texts after all waiting listeners have received the entry. Later clients cause new ones.
   */
  releaseShared(): void {
    this.#shared = undefined
    this.#last = undefined
  }

  #whole(variant: string, flags = ''): readonly string[] {
    const last = this.#last
    if (last !== undefined && last.variant === variant && last.flags === flags) return last.whole
    this.#shared ??= new Map()
    let byFlags = this.#shared.get(variant)
    if (byFlags === undefined) {
      byFlags = new Map()
      this.#shared.set(variant, byFlags)
    }
    let whole = byFlags.get(flags)
    if (whole === undefined) {
      whole = [`{${variant}${flags === '' ? '' : `,"flags":${flags}`},"id":${this.id}}`]
      byFlags.set(flags, whole)
    }
    this.#last = { variant, flags, whole }
    return whole
  }

  #parts(events: readonly object[]): readonly string[] {
    // Entries of older versions may become more events than there are ids. The first of them share one id and
    // one text.
    const spare = Math.max(0, events.length - MAX_EVENTS_PER_ENTRY)
    const texts = events.map((event, index) => {
      const id = idOfPart(this.seq, Math.max(index - spare, 0), events.length - spare)
      return JSON.stringify({ ...publicPart(event), id })
    })
    return spare === 0 ? texts : [texts.slice(0, spare + 1).join(), ...texts.slice(spare + 1)]
  }
}

const publicPart = (event: object): object =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name[0] !== '_'))

/** Returns the public part of an event as JSON text without braces. */
const bodyOf = (event: object): string => JSON.stringify(publicPart(event)).slice(1, -1)
