/**
 * The events that there are, by name: `type`, or `type/op`. The catalogue (`core/state/events/catalogue.ts`) adds them
 * to this interface, so that modules below it accept only what it declares.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface LoggedEvents {}

/** As `LoggedEvents`, for events that are in no log. */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface EphemeralEvents {}

/** An event as it is emitted: without its id, and with fields that begin with `_`, which never leave the server. */
export type EventBody = LoggedEvents[keyof LoggedEvents]

/** An event that is published to the gateways and kept nowhere. */
export type EphemeralBody = EphemeralEvents[keyof EphemeralEvents]
