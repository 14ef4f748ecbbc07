import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ProfileFieldId, RealmId } from '../../platform/ids.ts'
import type { CustomProfileField } from './entities.ts'
import { noSuchField } from './errors.ts'
import type { FieldType } from './types.ts'

/** A custom profile field as clients see it. */
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

/** The columns of a field that clients see. */
type FieldRow = Columns<
  typeof CustomProfileField,
  | 'id'
  | 'type'
  | 'position'
  | 'name'
  | 'hint'
  | 'fieldData'
  | 'required'
  | 'displayInProfileSummary'
  | 'editableByUser'
>

export const FIELDS_OF_REALM = statement(
  'profile-field.of-realm',
  `SELECT id, type, position, name, hint, field_data AS "fieldData", required,
     display_in_profile_summary AS "displayInProfileSummary", editable_by_user AS "editableByUser"
   FROM custom_profile_field WHERE realm_id = $1 ORDER BY position, id`, // custom_profile_field_name
)

/** An organization's fields, in their order. One query. */
export async function profileFieldsOf(sql: Sql, realm: RealmId): Promise<ProfileField[]> {
  return (await sql.run<FieldRow>(FIELDS_OF_REALM, [realm])).map(shownField)
}

const shownField = (row: FieldRow): ProfileField => ({
  id: row.id,
  type: row.type,
  order: row.position,
  name: row.name,
  hint: row.hint,
  field_data: row.fieldData,
  display_in_profile_summary: row.displayInProfileSummary,
  required: row.required,
  editable_by_user: row.editableByUser,
})

/** The field with this id. Throws when there is none. */
export function fieldWithId(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((field) => field.id === id)
  if (field === undefined) throw noSuchField(id)
  return field
}
