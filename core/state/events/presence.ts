import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { legacyPresences, modernPresence } from '../wire/presence.ts'
import type { EventDeclarations } from './event.ts'

const presences = z.record(z.string(), modernPresence).describe('By user id.')
const legacy = {
  user_id: userId,
  email: z.string(),
  server_timestamp: z.number().describe('The time of the server in Unix seconds, with fractions.'),
  presence: legacyPresences,
}

export const presenceEvents = {
  presence: {
    sentWhen: 'A user became active or idle, or began to hide their presence.',
    receivedBy: 'Everyone who may know of the user.',
    logged: { presences, ...legacy },
    /** `presences` for clients with `simplified_presence_events`, the other fields for clients without. */
    sent: z.object({ presences, ...legacy }).partial().shape,
    variesBy: ['simplified_presence_events', 'slim_presence'],
    origin: 'ephemeral',
  },
} as const satisfies EventDeclarations
