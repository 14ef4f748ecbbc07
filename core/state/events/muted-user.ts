import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

export const mutedUserEvents = {
  muted_users: {
    sentWhen: 'The user muted or unmuted somebody.',
    receivedBy: 'The user who mutes.',
    fields: {
      muted_users: z
        .array(
          z.object({
            id: z.int().describe('The id of the muted user.'),
            timestamp: z.int().describe('When the user was muted, in Unix seconds.'),
          }),
        )
        .readonly()
        .describe('All users whom the reader mutes.'),
    },
  },
} as const satisfies EventDeclarations
