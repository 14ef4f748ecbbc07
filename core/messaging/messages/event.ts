import type { Stored } from '../../state/events/catalogue.ts'

/**
 * The `message` event as the log keeps it: once, whoever is in the channel. A gateway makes of it the few
 * variants that clients ask for, and adds to each client's its own flags.
 */
export type MessageEvent = Stored<'message'>
