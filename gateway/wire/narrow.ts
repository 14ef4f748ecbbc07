import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS, MAX_NARROW_TERMS, MAX_OPERAND_LENGTH } from '../../config/limits.ts'
import { invalidAnchor } from '../../core/messaging/narrow/errors.ts'
import { type Anchor, NEWEST } from '../../core/messaging/narrow/range.ts'
import type { MessageId } from '../../core/platform/ids.ts'

const operator = z.string().max(100)
const operand = z.string().max(MAX_OPERAND_LENGTH)

const term = z.union([
  z.object({
    operator: operator.describe(
      'What the condition is about, such as `channel`, `topic`, `sender` or `search`.',
    ),
    operand: z
      .union([operand, z.int(), z.array(z.int()).max(MAX_DIRECT_RECIPIENTS)])
      .describe('What the operator compares with: a text, an id, or the ids of several users.'),
    negated: z.boolean().optional().describe('Whether messages must not meet the condition.'),
  }),
  z.tuple([operator, operand]).transform(([operator, operand]) => ({ operator, operand })),
])

/** The terms of a narrow: objects, or pairs `[operator, operand]` from old clients. */
export const narrowTerms = z.array(term).max(MAX_NARROW_TERMS)
export const narrow = narrowTerms.default([])

/**
 * Parses an anchor. Throws unless it is a keyword or an integer. Clients send a huge id to mean the newest
 * message.
 */
export function parseAnchor(text: string): Anchor {
  if (text === 'newest' || text === 'oldest' || text === 'first_unread') return text
  if (!/^-?\d{1,20}$/.test(text)) throw invalidAnchor()
  return Math.min(Math.max(Number(text), 0), NEWEST) as MessageId
}
