import { z } from 'zod'

/** `ModernPresence`. */
export const modernPresence = z
  .object({ active_timestamp: z.int(), idle_timestamp: z.int() })
  .meta({ id: 'Presence', description: 'When a user was last active and last connected, in Unix seconds.' })

const legacyPresence = z
  .object({
    client: z.string(),
    status: z.enum(['active', 'idle']),
    timestamp: z.int(),
    pushable: z.boolean().optional(),
  })
  .meta({
    id: 'LegacyPresence',
    description: 'The presence of a user by one kind of client; `timestamp` in Unix seconds.',
  })

/** Of one person, by kind of client. */
export const legacyPresences = z.record(z.string(), legacyPresence)

/** By user id in the modern form, by address in the legacy form. */
export const presences = z.record(z.string(), z.union([modernPresence, legacyPresences]))
