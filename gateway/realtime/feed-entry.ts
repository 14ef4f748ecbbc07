import type { MessageEvent } from '../../core/messaging/messages/event.ts'
import { type Audience, decodeAudience } from '../../core/platform/events/audience.ts'
import type { LogEntry } from '../../core/platform/events/log.ts'
import type { Seq, UserId } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { type EventId, eventIdAt, idOfPart, MAX_EVENTS_PER_ENTRY } from './event-id.ts'
import type { QueueFilter } from './queue-record.ts'
import { type LoggedEvent, variantsOf } from './variants/table.ts'
import type { Variants } from './variants/variants.ts'

/**
 * An entry of the log on its way to clients: parsed once, serialised once per variant, however many
 * clients get it. Per client only the id, the flags and the local id are joined in.
 */
export class FeedEntry {
  readonly seq: Seq
  /** Of the event, or of the last one of several. */
  readonly id: EventId
  readonly audience: Audience
  /** Milliseconds, when it came here. */
  readonly at = Date.now()
  /** Length of the payload, to bound what is kept. */
  readonly size: number
  /** Until it is parsed. */
  #payload: string | undefined
  #event: LoggedEvent | undefined
  #knownVariants: Variants<LoggedEvent> | undefined
  /** By the number of the variant: JSON text without braces and id, or the texts of several events. */
  readonly #made: (string | readonly string[] | undefined)[] = []
  /** Whole events, by variant and flags: one object for all who are told the same. */
  #shared: Map<string, Map<string, readonly string[]>> | undefined
  #flagsOf: ((user: UserId) => string) | undefined

  constructor(entry: LogEntry) {
    this.seq = entry.seq
    this.id = eventIdAt(entry.seq)
    this.audience = decodeAudience(entry.audience)
    this.size = entry.payload.length
    this.#payload = entry.payload
  }

  get event(): LoggedEvent {
    if (this.#event === undefined) {
      this.#event = JSON.parse(this.#payload!) as LoggedEvent
      this.#payload = undefined
    }
    return this.#event
  }

  /** Of which user it tells, or who speaks. */
  get subject(): UserId | undefined {
    const { event } = this
    if (event.type === 'message') return (event as MessageEvent).message.sender_id as UserId
    if (event.type === 'user_status') return (event as { user_id?: UserId }).user_id
    if (event.type === 'realm_user') return (event as { person?: { user_id: UserId } }).person?.user_id
    return undefined
  }

  /** It tells of that user alone. */
  get isOfUsers(): boolean {
    return this.event.type === 'realm_user' || this.event.type === 'user_status'
  }

  get addsUser(): boolean {
    return this.event.type === 'realm_user' && this.event.op === 'add'
  }

  get #variants(): Variants<LoggedEvent> {
    this.#knownVariants ??= variantsOf(this.event)
    return this.#knownVariants
  }

  /** Whether a client that may see the event asked for it. */
  isFor(filter: QueueFilter): boolean {
    const { eventTypes } = filter
    const { type } = this.event
    const variants = this.#variants
    const isAskedFor =
      eventTypes === null ||
      eventTypes.includes(type) ||
      (variants.otherTypes?.some((other) => eventTypes.includes(other)) ?? false)
    return isAskedFor && (variants.isFor?.(this.event, filter) ?? true)
  }

  /**
   * The event as JSON text for one client, in its realm as it is now; several events where the client knows it in
   * pieces. The same pieces, with the same ids, at every gateway (`idOfPart`). `rootUrl` is given when the client may
   * not know of the subject.
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
    const flags = this.#flagsOf(filter.user)
    const members = variants.membersFor?.(event, queueId)
    if (members === undefined) return this.#whole(made, flags)
    return [`{${made},"flags":${flags}${members},"id":${this.id}}`]
  }

  /** Everyone who listens now has been given it: what it shared is rebuilt for whoever comes later. */
  settle(): void {
    this.#shared = undefined
  }

  #whole(variant: string, flags = ''): readonly string[] {
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
    return whole
  }

  #parts(events: readonly object[]): readonly string[] {
    // Entries of former versions may become more events than there are ids: the first ones share an id, and one text.
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

/** JSON text without braces. */
const bodyOf = (event: object): string => JSON.stringify(publicPart(event)).slice(1, -1)
