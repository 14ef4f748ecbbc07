import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { legacyPresences, modernPresence } from '../wire/presence.ts'
import type { EventDeclarations } from './event.ts'

const presences = z
  .record(z.string(), modernPresence)
  .describe('The presence of users by their ids. For clients with `simplified_presence_events`.')
const FOR_OTHERS = 'For clients without `simplified_presence_events`.'
const legacy = {
  user_id: userId.describe(`The id of the user. ${FOR_OTHERS}`),
  email: z.string().describe(`The email address that everyone sees. ${FOR_OTHERS}`),
  server_timestamp: z
    .number()
    .describe(`The time of the server in Unix seconds, with fractions. ${FOR_OTHERS}`),
  presence: legacyPresences.describe(`The presence by kind of client. ${FOR_OTHERS}`),
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
