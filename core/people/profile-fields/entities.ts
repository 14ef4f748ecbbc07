import { defineEntity, p } from '@mikro-orm/core'
import { id, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { ProfileFieldId } from '../../platform/ids.ts'
import type { FieldType } from './types.ts'

export const CustomProfileField = defineEntity({
  name: 'CustomProfileField',
  tableName: 'custom_profile_field',
  comment: 'A field that an organization adds to profiles.',
  properties: {
    id: id<ProfileFieldId>().primary(),
    realmId: reference('Realm'),
    type: p
      .smallint()
      .$type<FieldType>()
      .comment(
        '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 people, 7 external account, 8 pronouns.',
      ),
    position: p.integer().comment('Fields are shown in ascending order.'),
    name: p.text(),
    hint: p.text().default(''),
    fieldData: p
      .text()
      .default('')
      .comment('Options or the kind of account, as JSON text; empty for the other types.'),
    displayInProfileSummary: p.boolean().default(false),
    required: p.boolean().default(false),
    editableByUser: p.boolean().default(true),
  },
  indexes: [
    sqlIndex('CREATE UNIQUE INDEX custom_profile_field_name ON custom_profile_field (realm_id, name)'),
  ],
  checks: [{ name: 'custom_profile_field_type_check', expression: '(type >= 1) AND (type <= 8)' }],
})

export const CustomProfileFieldValue = defineEntity({
  name: 'CustomProfileFieldValue',
  tableName: 'custom_profile_field_value',
  comment: "A user's value of a custom profile field.",
  properties: {
    userId: reference('User', 'cascade').primary(),
    fieldId: reference('CustomProfileField', 'cascade').primary(),
    value: p.text().comment('As clients see it; a list of people is JSON text.'),
    renderedValue: p.text().nullable().comment('HTML; null for the types that are not Markdown.'),
  },
  indexes: [{ name: 'custom_profile_field_value_field', properties: ['fieldId'] }],
})
