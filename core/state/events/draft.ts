import { z } from 'zod'
import { draft } from '../wire/draft.ts'
import type { EventDeclarations } from './event.ts'

export const draftEvents = {
  'drafts/add': { heardBy: 'The author of the drafts.', fields: { drafts: z.array(draft).readonly() } },
  'drafts/update': { heardBy: 'The author of the draft.', fields: { draft } },
  'drafts/remove': { heardBy: 'The author of the draft.', fields: { draft_id: z.int() } },
} as const satisfies EventDeclarations
