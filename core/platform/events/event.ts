/**
 * The events of the log by name: `type` or `type/op`. The catalogue (`core/state/events/catalogue.ts`) adds
 * them to this interface, so that the modules below it accept only declared events.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface LoggedEvents {}

/** As `LoggedEvents`, for ephemeral events. */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface EphemeralEvents {}

/** An event as `emit` takes it: without an id. Fields whose names begin with `_` never leave the server. */
export type EventBody = LoggedEvents[keyof LoggedEvents]

/** An event that is published to the gateways and not stored. */
export type EphemeralBody = EphemeralEvents[keyof EphemeralEvents]
