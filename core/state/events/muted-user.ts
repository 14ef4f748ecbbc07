import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

export const mutedUserEvents = {
  muted_users: {
    receivedBy: 'The user who mutes.',
    /** `timestamp` in Unix seconds. */
    fields: { muted_users: z.array(z.object({ id: z.int(), timestamp: z.int() })).readonly() },
  },
} as const satisfies EventDeclarations
