import { z } from 'zod'

/** spec.md "Custom profile field definition". */
export const profileField = z
  .object({
    id: z.int().describe('The id of the field.'),
    type: z
      .int()
      .describe(
        'The type of the values: 1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
      ),
    order: z.int().describe('Fields are shown in increasing order.'),
    name: z.string().describe('The name of the field.'),
    hint: z.string().describe('A help text that is shown while filling in the field.'),
    field_data: z
      .string()
      .describe('JSON: the options of a list, or the kind of an external account. Empty otherwise.'),
    display_in_profile_summary: z
      .boolean()
      .describe('Whether clients show the field in the short form of a profile.'),
    required: z.boolean().describe('Whether clients ask each user for a value.'),
    editable_by_user: z
      .boolean()
      .describe('Whether users may change their own values. Otherwise only administrators may.'),
  })
  .meta({ id: 'ProfileField', description: 'A custom field of profiles.' })

/** Values of custom profile fields by the field's id. */
export const profileData = z
  .record(
    z.string(),
    z.object({
      value: z.string().describe('The value as text; for several users a JSON list of their ids.'),
      rendered_value: z.string().optional().describe('The value as HTML, for short and long texts.'),
    }),
  )
  .meta({ id: 'ProfileData', description: 'Values of custom profile fields, by the id of the field.' })
