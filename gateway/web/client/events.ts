import type { Events } from './declared.ts'

/** The names of all events. */
export type LiveEventName = keyof Events

/** One event of the server's catalogue by its name, `type` or `type/op`: `EventNamed<'reaction/add'>`. */
export type EventNamed<Name extends LiveEventName> = Events[Name]

/**
 * Any event of the server's catalogue: a union that `type` and `op` tell apart. Later servers may send
 * others.
 */
export type LiveEvent = EventNamed<LiveEventName>
