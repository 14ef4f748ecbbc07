import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import { text } from '../http/parameter.ts'

/** The user's own values of profile fields, as a client sends them. */
export const profileChanges = z
  .array(
    z.strictObject({
      id: z.int().describe('The id of the field.'),
      value: z
        .union([text(), z.array(z.int()).max(MAX_ITEMS_PER_REQUEST)])
        .nullable()
        .describe('The new value: a text, or the ids of users. Null removes the value.'),
    }),
  )
  .max(200)
