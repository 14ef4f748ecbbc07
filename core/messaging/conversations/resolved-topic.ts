/** The prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ '

/** Whether a change of topic only resolves the topic or reopens it. */
export function isResolving(before: string, after: string): boolean {
  return before === `${RESOLVED_PREFIX}${after}` || after === `${RESOLVED_PREFIX}${before}`
}
