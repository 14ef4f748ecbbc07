import { z } from 'zod'

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
