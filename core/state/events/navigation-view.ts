import { z } from 'zod'
import { navigationView } from '../wire/realm-lists.ts'
import type { EventDeclarations } from './event.ts'

export const navigationViewEvents = {
  'navigation_view/add': {
    receivedBy: 'The user whose view it is.',
    fields: { navigation_view: navigationView },
  },
  'navigation_view/update': {
    receivedBy: 'The user whose view it is.',
    fields: {
      fragment: z.string(),
      data: z.object({ name: z.string().nullable().optional(), is_pinned: z.boolean().optional() }),
    },
  },
  'navigation_view/remove': { receivedBy: 'The user whose view it is.', fields: { fragment: z.string() } },
} as const satisfies EventDeclarations
