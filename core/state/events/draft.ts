import { z } from 'zod'
import { draft } from '../wire/draft.ts'
import type { EventDeclarations } from './event.ts'

export const draftEvents = {
  'drafts/add': { receivedBy: 'The author of the drafts.', fields: { drafts: z.array(draft).readonly() } },
  'drafts/update': { receivedBy: 'The author of the draft.', fields: { draft } },
  'drafts/remove': { receivedBy: 'The author of the draft.', fields: { draft_id: z.int() } },
} as const satisfies EventDeclarations
