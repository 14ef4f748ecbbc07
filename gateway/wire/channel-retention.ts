import { z } from 'zod'

/** The message retention of a channel, as requests give it: a keyword or a number of days. */
export const retentionDays = z.union([
  z.enum(['realm_default', 'unlimited']),
  z.int().min(1).max(2_147_483_647),
])

/**
 * The stored form of a retention. spec.md "Channel object": null inherits the organization's value, -1 keeps
 * messages forever.
 */
export function parseRetention(given: z.output<typeof retentionDays>): number | null {
  if (given === 'realm_default') return null
  return given === 'unlimited' ? -1 : given
}
