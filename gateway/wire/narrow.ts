import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { MessageId } from '../../core/ids.ts'
import { type Anchor, NEWEST } from '../../core/messages/range.ts'

const term = z.union([
  z.object({
    operator: z.string(),
    operand: z.union([z.string(), z.int(), z.array(z.int())]),
    negated: z.boolean().optional(),
  }),
  z.tuple([z.string(), z.string()]).transform(([operator, operand]) => ({ operator, operand })),
])

/** The conditions that messages are to meet, as clients state them: objects, or pairs as old ones do. */
export const narrowTerms = z.array(term).max(100)
export const narrow = narrowTerms.default([])

/** Reads an anchor. Ids beyond any message mean the newest, as this family's clients use them. */
export function parseAnchor(text: string): Anchor {
  if (text === 'newest' || text === 'oldest' || text === 'first_unread') return text
  if (!/^-?\d{1,20}$/.test(text)) throw new ApiError('Invalid anchor')
  return Math.min(Math.max(Number(text), 0), NEWEST) as MessageId
}
