import { z } from 'zod'
import { navigationView } from '../wire/realm-lists.ts'
import type { EventDeclarations } from './event.ts'

export const navigationViewEvents = {
  'navigation_view/add': {
    sentWhen: 'The user added a navigation view.',
    receivedBy: 'The user whose view it is.',
    fields: { navigation_view: navigationView },
  },
  'navigation_view/update': {
    sentWhen: 'A navigation view was renamed, pinned or unpinned.',
    receivedBy: 'The user whose view it is.',
    fields: {
      fragment: z.string().describe('The part of the URL after `#`, which identifies the view.'),
      data: z
        .object(navigationView.shape)
        .pick({ name: true, is_pinned: true })
        .partial()
        .describe('The properties that changed.'),
    },
  },
  'navigation_view/remove': {
    sentWhen: 'A navigation view was removed.',
    receivedBy: 'The user whose view it is.',
    fields: { fragment: z.string().describe('The part of the URL after `#`, which identifies the view.') },
  },
} as const satisfies EventDeclarations
