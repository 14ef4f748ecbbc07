import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

export const videoCallEvents = {
  has_zoom_token: {
    sentWhen: 'You connected a Zoom account, or Zoom no longer accepts the connection.',
    receivedBy: 'The person whose account it is.',
    fields: { value: z.boolean().describe('Whether you have connected a Zoom account.') },
  },
} as const satisfies EventDeclarations
