import { z } from 'zod'
import {
  MAX_ITEMS_PER_REQUEST,
  MAX_LINE_PARAMETER,
  MAX_PROFILE_FIELD_OPTIONS,
  MAX_PROFILE_FIELDS,
} from '../../../config/limits.ts'
import {
  createProfileField,
  deleteProfileField,
  MAX_FIELD_HINT_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  orderProfileFields,
  updateProfileField,
} from '../../../core/people/profile-fields/change.ts'
import {
  choiceBlank,
  defaultFieldUnchangeable,
  duplicateChoices,
  fieldDataBlank,
  fieldDataMissing,
  fieldNotEditable,
  invalidAccountType,
  invalidFieldOrder,
  invalidFieldType,
  labelBlank,
  labelTaken,
  noChoice,
  noSuchField,
  tooManyChoices,
  tooManyFields,
  tooManyInSummary,
  typeNotInSummary,
  unexpectedFieldData,
  urlPatternMissing,
  urlPatternWithoutUsername,
} from '../../../core/people/profile-fields/errors.ts'
import { profileFieldsOf } from '../../../core/people/profile-fields/field.ts'
import type { FieldData } from '../../../core/people/profile-fields/field-data.ts'
import { changeOwnValues } from '../../../core/people/profile-fields/values.ts'
import { notA, tooLong } from '../../../core/platform/errors.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { invalidCharactersInName } from '../../../core/state/users/errors.ts'
import { profileField } from '../../../core/state/wire/profile-field.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path } from '../../http/endpoint/parameter.ts'
import { anyValue, dict } from '../../http/parameters/bounds.ts'
import type { Services } from '../../services.ts'
import { profileChanges, profileValueErrors } from '../../wire/profile-field.ts'

const field = {
  name: form(line(MAX_FIELD_NAME_LENGTH).optional(), {
    description: 'The name of the field. External accounts of a known type have their own name.',
    example: 'Favorite role',
  }),
  hint: form(line(MAX_FIELD_HINT_LENGTH).optional(), {
    description: 'A help text below the field.',
    example: 'The one you never got.',
  }),
  field_data: json(dict(anyValue(MAX_LINE_PARAMETER), MAX_PROFILE_FIELD_OPTIONS).optional(), {
    description:
      'For a list of options: each option by its key, with `text` and `order`. For an external account: `subtype`, which is a key of `realm_default_external_accounts` or `custom`, and for `custom` a `url_pattern` that contains `%(username)s`. Other types need none.',
    example: { hero: { text: 'Hero', order: '1' }, fool: { text: 'Fool', order: '2' } },
  }),
  display_in_profile_summary: json(z.boolean().optional(), {
    description: 'Whether profile cards show the field. A new field is not shown.',
    example: true,
  }),
  required: json(z.boolean().optional(), {
    description: 'Whether clients ask users to fill in the field. The server does not enforce it.',
    example: false,
  }),
  editable_by_user: json(z.boolean().optional(), {
    description:
      'Whether users can change their own value. If false, only administrators can. A new field can be changed.',
    example: true,
  }),
}
const field_id = path(id(), { description: 'The id of the field.', example: 9 })
interface FieldParameters {
  readonly name?: string
  readonly hint?: string
  readonly field_data?: FieldData
  readonly display_in_profile_summary?: boolean
  readonly required?: boolean
  readonly editable_by_user?: boolean
}
const changeOf = (given: FieldParameters) => ({
  name: given.name,
  hint: given.hint,
  fieldData: given.field_data,
  displayInProfileSummary: given.display_in_profile_summary,
  required: given.required,
  editableByUser: given.editable_by_user,
})

const unknownField = when('There is no such field.', noSuchField(9))
const errors = [
  when('The name is blank.', labelBlank()),
  when('The name has an invisible character.', invalidCharactersInName()),
  when('Another field has the name.', labelTaken()),
  when('Two other fields are in the profile summary already.', tooManyInSummary(2)),
  when('A profile summary cannot show the type of the field.', typeNotInSummary()),
  when('The name is too long.', tooLong('name', MAX_FIELD_NAME_LENGTH)),
  when('The hint is too long.', tooLong('hint', MAX_FIELD_HINT_LENGTH)),
  when('A list of options has no options.', noChoice()),
  when('A list of options has too many options.', tooManyChoices()),
  when('The key of an option is blank.', choiceBlank()),
  when('An option is no object, or a part of `field_data` is no text.', notA('field_data', 'dict')),
  when('A part of `field_data` is missing.', fieldDataMissing('text')),
  when('A part of an option is blank.', fieldDataBlank('text')),
  when('`field_data` has a part that the type does not have.', unexpectedFieldData('color')),
  when('Two options have the same text.', duplicateChoices()),
  when('The `subtype` of an external account is not known.', invalidAccountType()),
  when('An external account of the type `custom` has no `url_pattern`.', urlPatternMissing()),
  when('`url_pattern` does not contain `%(username)s` exactly once.', urlPatternWithoutUsername()),
]
const valueErrors = [unknownField, when('Only administrators can change the field.', fieldNotEditable())]

export function profileFieldRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/realm/profile_fields',
      access: 'user',
      summary: 'Get the custom profile fields of the organization',
      response: {
        custom_fields: z.array(profileField).describe('The custom profile fields in their order.'),
      },
      handler: async ({ realm }) => ({ custom_fields: await profileFieldsOf(core.db, realm.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/profile_fields',
      access: 'administrator',
      summary: 'Add a custom profile field',
      description: 'The field is the last one. Everyone gets the event `custom_profile_fields`.',
      exampleParams: ['name', 'field_data'],
      params: {
        ...field,
        field_type: json(z.int(), {
          description:
            'The type of the field: 1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
          example: 3,
        }),
      },
      response: { id: z.int().describe('The id of the new field.') },
      errors: [
        when('There is no such type.', invalidFieldType()),
        ...errors,
        when('The organization has the maximum of fields.', tooManyFields(MAX_PROFILE_FIELDS)),
        when('The whole list would have too many bytes.', listTooLarge('profileFields')),
      ],
      handler: async ({ caller, params }) => ({
        id: await createProfileField(caller, params.field_type, changeOf(params)),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/profile_fields',
      access: 'administrator',
      summary: 'Reorder the custom profile fields',
      params: {
        order: json(z.array(z.int()).max(MAX_ITEMS_PER_REQUEST), {
          description: 'The ids of all fields in their new order.',
          example: [9, 7, 8],
        }),
      },
      errors: [when('The list does not name every field exactly once.', invalidFieldOrder())],
      handler: ({ caller, params }) => orderProfileFields(caller, params.order),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/profile_fields/{field_id}',
      access: 'administrator',
      summary: 'Change a custom profile field',
      description:
        'Absent parameters stay as they are; the type cannot change. Removing an option of a list deletes the values that chose it.',
      params: { ...field, field_id },
      errors: [
        unknownField,
        ...errors,
        when(
          'The field is an external account of a known type, whose texts cannot change.',
          defaultFieldUnchangeable(),
        ),
        when('The whole list would have too many bytes.', listTooLarge('profileFields')),
      ],
      handler: ({ caller, params }) => updateProfileField(caller, params.field_id, changeOf(params)),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/profile_fields/{field_id}',
      access: 'administrator',
      summary: 'Delete a custom profile field with all its values',
      params: { field_id },
      errors: [unknownField],
      handler: ({ caller, params }) => deleteProfileField(caller, params.field_id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/profile_data',
      access: 'person',
      summary: 'Change your own values of custom profile fields',
      description:
        'All values are changed, or none. Everyone who may see you gets an event `realm_user` for each value.',
      params: {
        data: json(profileChanges, {
          description:
            'The id and the new value of each field. A value is a text, except a list of user ids for a field of users; null removes it. Dates are `YYYY-MM-DD`, and an option is named by its key.',
          example: [
            { id: 9, value: 'hero' },
            { id: 7, value: [10, 11] },
          ],
        }),
      },
      errors: [...valueErrors, ...profileValueErrors],
      handler: ({ caller, params }) => changeOwnValues(caller, params.data),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/profile_data',
      access: 'person',
      summary: 'Delete your own values of custom profile fields',
      params: {
        data: json(z.array(z.int()).max(200), { description: 'The ids of the fields.', example: [9, 7] }),
      },
      errors: valueErrors,
      handler: ({ caller, params }) => {
        const changes = params.data.map((id) => ({ id, value: null }))
        return changeOwnValues(caller, changes)
      },
    }),
  ] as const
}
