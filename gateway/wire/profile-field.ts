import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import { text } from '../http/parameter.ts'

/** The user's own values of profile fields, as a client sends them. */
export const profileChanges = z
  .array(
    z.strictObject({
      id: z.int(),
      value: z.union([text(), z.array(z.int()).max(MAX_ITEMS_PER_REQUEST)]).nullable(),
    }),
  )
  .max(200)
