import { z } from 'zod'
import { profileFieldsOf } from '../../core/people/profile-fields/field.ts'
import { EXTERNAL_ACCOUNTS, FIELD_TYPES } from '../../core/people/profile-fields/types.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { profileField } from '../../core/state/wire/profile-field.ts'
import { sharedSlice, slice } from './slice.ts'

/** The profile fields of the organization. */
export const profileFields = slice({
  selectedBy: 'custom_profile_fields',
  response: {
    custom_profile_fields: z
      .array(profileField)
      .describe('The custom profile fields in their order. None without an account.'),
    custom_profile_field_types: z
      .record(
        z.string(),
        z.object({
          id: z.int().describe('The value of `type`.'),
          name: z.string().describe('The name that people see.'),
        }),
      )
      .describe('The types that fields can have.'),
  },
  read:
    ({ view, user }) =>
    async (sql) => ({
      custom_profile_fields: user === SPECTATOR ? [] : await profileFieldsOf(sql, view.record.id),
      custom_profile_field_types: FIELD_TYPES,
    }),
})

const account = z.object({
  name: z.string().describe('The name that a field of this type has by default.'),
  text: z.string().describe('The name of the service.'),
  hint: z.string().describe('The hint that a field of this type has by default.'),
  url_pattern: z.string().describe('The address of an account, with `%(username)s` for its name.'),
})

/** The types of external accounts that this server knows, with their URL patterns. */
export const externalAccounts = sharedSlice({
  selectedBy: 'realm',
  response: {
    realm_default_external_accounts: z
      .record(z.string(), account)
      .describe('The types of external accounts that the server knows.'),
  },
  readShared: () => ({ realm_default_external_accounts: EXTERNAL_ACCOUNTS }),
})
