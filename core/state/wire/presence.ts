import { z } from 'zod'

/** `ModernPresence`. */
export const modernPresence = z
  .object({
    active_timestamp: z
      .int()
      .describe('When the user was last active, in Unix seconds. When the account was created, if never.'),
    idle_timestamp: z.int().describe('When a client of the user last reported presence, in Unix seconds.'),
  })
  .meta({ id: 'Presence', description: 'When a user was last active and last connected, in Unix seconds.' })

const legacyPresence = z
  .object({
    client: z.string().describe('The kind of client: always `website`.'),
    status: z
      .enum(['active', 'idle'])
      .describe('`active`: the user used the client at the time. `idle`: the client was only open.'),
    timestamp: z.int().describe('The time of the newest report, in Unix seconds.'),
    pushable: z.boolean().optional().describe('Always false.'),
  })
  .meta({
    id: 'LegacyPresence',
    description: 'The presence of a user by one kind of client.',
  })

/** Of one person, by kind of client. */
export const legacyPresences = z
  .record(z.string(), legacyPresence)
  .describe('By kind of client: `website`, and `aggregated` for the newest of all.')

/** By user id in the modern form, by address in the legacy form. */
export const presences = z
  .record(z.string(), z.union([modernPresence, legacyPresences]))
  .describe(
    'When users were last active: by user id with `slim_presence`, otherwise in the former format by email address.',
  )
