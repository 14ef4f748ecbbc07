import type { z } from 'zod'
import type { RuntimeConfig } from '../../config/environment.ts'
import type { MessageMemory } from '../../core/messaging/reads/unread-rows.ts'
import type { RealmPresence } from '../../core/people/presence/realm-presence.ts'
import type { Sql } from '../../core/platform/db/statements/statement.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { JsonText } from '../http/reply/json-text.ts'

/** The options of a client for the initial state (spec.md POST /register). */
export interface StateRequest {
  /** Null for all types. */
  readonly fetchEventTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly clientGravatar: boolean
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  readonly slimPresence: boolean
  readonly presenceHistoryLimitDays: number | undefined
  readonly capabilities: Readonly<Record<string, boolean>>
}

export interface SliceInput {
  readonly view: RealmView
  /** The reader's record in the view. */
  readonly user: UserRecord
  readonly request: StateRequest
  readonly config: RuntimeConfig
  readonly presence: RealmPresence
  /** Undefined when the view is not in memory. */
  readonly memory: MessageMemory | undefined
  readonly apiKeyOf: (user: UserRecord) => string
}

export type Shape = Readonly<Record<string, z.ZodType>>
export type Fields = Record<string, unknown>
type Values<S extends Shape> = z.input<z.ZodObject<S>>
/** A field may be JSON text, so that many readers can share it, and so may all fields. */
type FieldsOf<S extends Shape> = { [Name in keyof Values<S>]: Values<S>[Name] | JsonText } | JsonText

/**
 * A part of the initial state. `read` must use the view synchronously, because the view changes afterwards.
 * It may return a function that reads the rest in the same snapshot, in a constant number of queries.
 */
export interface Slice<S extends Shape = Shape> {
  /** The value in `fetch_event_types` that selects the slice, or a predicate. */
  readonly selectedBy: string | ((request: StateRequest) => boolean)
  /** The fields of the slice in the response. */
  readonly response: S
  readonly read: (input: SliceInput) => FieldsOf<S> | ((sql: Sql) => Promise<FieldsOf<S>>)
}

/**
 * The inputs of a `SharedSlice`. They are the same for all readers until the record or the lists change. Of
 * users, a slice may only use facts whose changes also change the record: whether users whom a setting names
 * are active.
 */
export type SharedInput = Pick<RealmView, 'record' | 'lists' | 'users'> & Pick<SliceInput, 'config'>

/** A part of the initial state that all readers share. Its text is made once. */
export interface SharedSlice<S extends Shape = Shape> extends Omit<Slice<S>, 'read'> {
  readonly readShared: (input: SharedInput) => Values<S>
  /** The values for spectators. Default: the same as for everybody. */
  readonly readForSpectators?: (input: SharedInput) => Values<S>
}

/**
 * A slice with the types of its fields. The client library derives the type of the initial state from these.
 */
export interface TypedSlice<S extends Shape> extends Slice {
  readonly response: S
}
export interface TypedSharedSlice<S extends Shape> extends SharedSlice {
  readonly response: S
}

/** Declares a slice. The type of `read` follows from `response`. */
export const slice = <S extends Shape>(declaration: Slice<S>): TypedSlice<S> =>
  declaration as unknown as TypedSlice<S>

/** Declares a slice that all readers share. */
export const sharedSlice = <S extends Shape>(declaration: SharedSlice<S>): TypedSharedSlice<S> =>
  declaration as unknown as TypedSharedSlice<S>

/** Returns whether the request selects the slice. */
export function isSelected(request: StateRequest, slice: Pick<Slice, 'selectedBy'>): boolean {
  if (typeof slice.selectedBy === 'function') return slice.selectedBy(request)
  return request.fetchEventTypes === null || request.fetchEventTypes.includes(slice.selectedBy)
}
