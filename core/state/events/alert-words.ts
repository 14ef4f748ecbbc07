import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

export const alertWordEvents = {
  alert_words: {
    receivedBy: 'The user whose alert words changed.',
    fields: { alert_words: z.array(z.string()).readonly() },
  },
} as const satisfies EventDeclarations
