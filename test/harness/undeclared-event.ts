/** Event types that only tests emit. The product and the contract do not have them. */
export const UNDECLARED_TYPES: ReadonlySet<string> = new Set(['test', 'mark'])

/**
 * Makes an event that the catalogue does not declare, for tests where the content of events does not matter.
 */
export const undeclaredEvent = (
  event: { readonly type: string } & Readonly<Record<string, unknown>>,
): never => event as never
