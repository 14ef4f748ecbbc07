import { z } from 'zod'

/** spec.md "Custom profile field definition". */
export const profileField = z
  .object({
    id: z.int(),
    type: z
      .int()
      .describe(
        '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
      ),
    order: z.int().describe('Fields are shown in increasing order.'),
    name: z.string(),
    hint: z.string(),
    field_data: z
      .string()
      .describe('JSON: the options of a list, or the kind of an external account. Empty otherwise.'),
    display_in_profile_summary: z.boolean(),
    required: z.boolean(),
    editable_by_user: z.boolean(),
  })
  .meta({ id: 'ProfileField', description: 'A custom field of profiles.' })

/** Values of custom profile fields by the field's id. */
export const profileData = z
  .record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }))
  .meta({ id: 'ProfileData', description: 'Values of custom profile fields, by the id of the field.' })
