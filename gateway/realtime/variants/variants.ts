import type { UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { QueueFilter } from '../queue-record.ts'

/**
 * The forms in which clients see one event of the log. The functions are pure, and gateways call them for each client
 * of each event: they must be fast.
 */
export interface Variants<Event> {
  /** The other types that clients ask for the event by. */
  readonly otherTypes?: readonly string[]
  /** Whether a client that asks for the type hears of the event. Every client does when this is absent. */
  isFor?(event: Event, filter: QueueFilter): boolean
  /**
   * The number of the variant that a client sees, a small integer: `make` runs once for all clients with the same
   * number. Undefined when the client shares its variant with nobody.
   *
   * `rootUrl` is present when the client may not know of the event's subject. The subject is masked then.
   */
  numberFor(event: Event, filter: QueueFilter, realm: RealmState, rootUrl?: string): number | undefined
  /** The variant: one event, or several in their order. Fields that begin with `_` are removed from it afterwards. */
  make(event: Event, filter: QueueFilter, realm: RealmState, rootUrl?: string): object | readonly object[]
  /** Runs once an event. Returns the function that gives a user's `flags` as JSON text. */
  flagsOf?(event: Event): (user: UserId) => string
  /** More members, as JSON text, for one queue alone. */
  membersFor?(event: Event, queueId: string): string | undefined
}

/** The forms in which clients see one event that is in no log. */
export interface EphemeralVariants<Event> {
  /** Whether a client hears of the event that asks for its type and whose user, `reader`, may see it. */
  isFor?(event: Event, filter: QueueFilter, reader: UserRecord | undefined): boolean
  /** As of `Variants`. */
  numberFor(event: Event, filter: QueueFilter): number
  make(event: Event, filter: QueueFilter): object
}

/** The variants of an event that all clients see alike. */
export const UNVARIED = {
  numberFor: () => 0,
  make: (event: object) => event,
} satisfies Variants<object> & EphemeralVariants<object>
