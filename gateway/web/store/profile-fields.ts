import { slice } from './slice.ts'
import type { Registration } from './wire.ts'

export type ProfileField = Registration['custom_profile_fields'][number]

/** The custom profile fields of the organization, in their order. */
export const profileFields = slice<readonly ProfileField[]>({
  from: ({ custom_profile_fields }) => custom_profile_fields,
  apply: (state, event) => (event.type === 'custom_profile_fields' ? event.fields : state),
})
