/** Types of events that only tests emit, to fill the log: the product and the contract do not have them. */
export const MADE_UP_TYPES: ReadonlySet<string> = new Set(['test', 'mark'])

/** An event that the catalogue does not declare, or not so: for tests of how events travel, whatever they say. */
export const madeUp = (event: { readonly type: string } & Readonly<Record<string, unknown>>): never =>
  event as never
