import type { z } from 'zod'
import type { RuntimeConfig } from '../../config/environment.ts'
import type { RealmPresence } from '../../core/people/presence/realm-presence.ts'
import type { Sql } from '../../core/platform/db/statement.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { JsonText } from '../http/json-text.ts'

/** What a client asked the initial state to be like (spec.md POST /register). */
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
  /** As the view has it. */
  readonly user: UserRecord
  readonly request: StateRequest
  readonly config: RuntimeConfig
  readonly presence: RealmPresence
  readonly apiKeyOf: (user: UserRecord) => string
}

export type Shape = Readonly<Record<string, z.ZodType>>
export type Fields = Record<string, unknown>
type Given<S extends Shape> = z.input<z.ZodObject<S>>
/** Large fields are text already, of which much is the same for many readers. */
type FieldsOf<S extends Shape> = { [Name in keyof Given<S>]: Given<S>[Name] | JsonText }

/**
 * A part of the initial state. `read` runs at once on the view, which moves on afterwards; what else it
 * needs it reads in the snapshot, in a constant number of queries.
 */
export interface Slice<S extends Shape = Shape> {
  /** The value in `fetch_event_types` that asks for it, or a rule of its own. */
  readonly wantedBy: string | ((request: StateRequest) => boolean)
  /** Its fields in the response. */
  readonly response: S
  readonly read: (input: SliceInput) => FieldsOf<S> | ((sql: Sql) => Promise<FieldsOf<S>>)
}

/** Declares a slice: what `read` returns is held to `response`. */
export const slice = <S extends Shape>(declaration: Slice<S>): Slice => declaration as unknown as Slice

export function wants(request: StateRequest, slice: Slice): boolean {
  if (typeof slice.wantedBy === 'function') return slice.wantedBy(request)
  return request.fetchEventTypes === null || request.fetchEventTypes.includes(slice.wantedBy)
}
