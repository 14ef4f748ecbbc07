import type { UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { QueueFilter } from '../queue-record.ts'

/**
 * The forms of one event of the log. The functions are pure, and fast, because gateways call them for each
 * client.
 */
export interface Variants<Event> {
  /** Other event types by which clients request the event. */
  readonly otherTypes?: readonly string[]
  /** Whether a client that requested the type receives the event. Every client does when this is absent. */
  isFor?(event: Event, filter: QueueFilter): boolean
  /**
   * Returns the number of the client's variant, a small integer. `make` runs once for all clients with the
   * same number. Undefined when the client shares its variant with no other client.
   *
   * `rootUrl` is present when the client may not access the event's subject, which is then masked.
   */
  numberFor(event: Event, filter: QueueFilter, realm: RealmState, rootUrl?: string): number | undefined
  /**
   * Returns the variant: one event, or several in order. The caller removes fields whose names begin with
   * `_`.
   */
  make(event: Event, filter: QueueFilter, realm: RealmState, rootUrl?: string): object | readonly object[]
  /**
   * Runs once an event. Returns a function that returns a user's `flags` as JSON text. `isRecipient` is false
   * for a user who sees the event only with `all_public_streams`.
   */
  flagsOf?(event: Event): (user: UserId, isRecipient: boolean) => string
  /** Returns members for one queue only, as JSON text that begins with a comma. */
  membersFor?(event: Event, queueId: string): string | undefined
}

/** The forms of one ephemeral event. */
export interface EphemeralVariants<Event> {
  /** Whether a client that requested the type receives the event. `reader` is the client's user. */
  isFor?(event: Event, filter: QueueFilter, reader: UserRecord | undefined): boolean
  /** See `Variants`. */
  numberFor(event: Event, filter: QueueFilter): number
  make(event: Event, filter: QueueFilter): object
}

/** The variants of an event that is the same for all clients. */
export const UNVARIED = {
  numberFor: () => 0,
  make: (event: object) => event,
} satisfies Variants<object> & EphemeralVariants<object>
