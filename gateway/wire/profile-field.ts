import { z } from 'zod'
import { MAX_USERS_PER_PROFILE_FIELD } from '../../config/limits.ts'
import { text } from '../http/parameter.ts'

/** spec.md "Custom profile field definition". */
export const profileField = z.object({
  id: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string(),
  display_in_profile_summary: z.boolean(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
})

/** Values of custom profile fields by the field's id. */
export const profileData = z.record(
  z.string(),
  z.object({ value: z.string(), rendered_value: z.string().optional() }),
)

/** Values of one's own that a client sends. */
export const profileChanges = z
  .array(
    z.strictObject({
      id: z.int(),
      value: z.union([text(), z.array(z.int()).max(MAX_USERS_PER_PROFILE_FIELD)]).nullable(),
    }),
  )
  .max(200)
