import { type Sql, statement } from '../../platform/db/statement.ts'
import type { ProfileFieldId, RealmId } from '../../platform/ids.ts'
import { noSuchField } from './errors.ts'
import type { FieldType } from './types.ts'

/** A custom profile field as it is stored and as clients see it. */
export interface ProfileField {
  readonly id: ProfileFieldId
  readonly type: FieldType
  /** Fields are shown in increasing order. */
  readonly order: number
  readonly name: string
  readonly hint: string
  /** Options or the type of external account, as JSON text; empty for other types. */
  readonly field_data: string
  readonly display_in_profile_summary: boolean
  readonly required: boolean
  readonly editable_by_user: boolean
}

const OF_REALM = statement(
  'profile-field.of-realm',
  `SELECT id, type, position AS "order", name, hint, field_data, display_in_profile_summary, required, editable_by_user
   FROM custom_profile_field WHERE realm_id = $1 ORDER BY position, id`, // custom_profile_field_name
)

/** An organization's fields, in their order. One query. */
export function profileFieldsOf(sql: Sql, realm: RealmId): Promise<ProfileField[]> {
  return sql.run<ProfileField>(OF_REALM, [realm])
}

/** The field with this id. Throws when there is none. */
export function fieldWithId(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((one) => one.id === id)
  if (field === undefined) throw noSuchField(id)
  return field
}
