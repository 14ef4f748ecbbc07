import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

export const alertWordEvents = {
  alert_words: {
    sentWhen: "The user's list of alert words changed.",
    receivedBy: 'The user whose alert words changed.',
    fields: { alert_words: z.array(z.string()).readonly().describe('All alert words of the user.') },
  },
} as const satisfies EventDeclarations
