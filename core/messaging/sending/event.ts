import type { Stored } from '../../state/events/catalogue.ts'

/**
 * The `message` event as the log stores it, once for all recipients. A gateway derives the variants that
 * clients request and adds each client's flags.
 */
export type MessageEvent = Stored<'message'>
