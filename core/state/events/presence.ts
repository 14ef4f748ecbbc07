import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { legacyPresences, modernPresence } from '../wire/presence.ts'
import type { EventDeclarations } from './event.ts'

const presences = z.record(z.string(), modernPresence)
const legacy = {
  user_id: userId,
  email: z.string(),
  /** Unix seconds, with fractions. */
  server_timestamp: z.number(),
  presence: legacyPresences,
}

export const presenceEvents = {
  presence: {
    receivedBy: 'Everyone who may know of the user.',
    logged: { presences, ...legacy },
    /** `presences` for clients with `simplified_presence_events`, the other fields for clients without. */
    sent: z.object({ presences, ...legacy }).partial().shape,
    variesBy: ['simplified_presence_events', 'slim_presence'],
    origin: 'ephemeral',
  },
} as const satisfies EventDeclarations
