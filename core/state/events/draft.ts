import { z } from 'zod'
import { draft } from '../wire/draft.ts'
import type { EventDeclarations } from './event.ts'

export const draftEvents = {
  'drafts/add': {
    sentWhen: 'Drafts were created.',
    receivedBy: 'The author of the drafts.',
    fields: { drafts: z.array(draft).readonly().describe('The new drafts.') },
  },
  'drafts/update': {
    sentWhen: 'A draft was edited, or all messages of its topic were moved.',
    receivedBy: 'The author of the draft.',
    fields: { draft },
  },
  'drafts/remove': {
    sentWhen: 'A draft was deleted.',
    receivedBy: 'The author of the draft.',
    fields: { draft_id: z.int().describe('The id of the draft.') },
  },
} as const satisfies EventDeclarations
