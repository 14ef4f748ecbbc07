import { z } from 'zod'
import { MAX_USERS_PER_PROFILE_FIELD } from '../../config/limits.ts'
import { text } from '../http/parameter.ts'

/** Values of one's own that a client sends. */
export const profileChanges = z
  .array(
    z.strictObject({
      id: z.int(),
      value: z.union([text(), z.array(z.int()).max(MAX_USERS_PER_PROFILE_FIELD)]).nullable(),
    }),
  )
  .max(200)
