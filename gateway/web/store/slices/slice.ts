import type { Registration, ServerEvent } from '../../model/wire.ts'

/**
 * One part of the state: made from a registration, then changed by events. Both functions are pure, so the
 * state after any events equals the state of a new registration. `apply` returns the same object when the
 * event changes nothing.
 */
export interface Slice<S> {
  readonly from: (registration: Registration) => S
  readonly apply: (state: S, event: ServerEvent) => S
}

export const slice = <S>(declared: Slice<S>): Slice<S> => declared
