import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST, MAX_LINE_PARAMETER, MAX_PROFILE_FIELD_OPTIONS } from '../../config/limits.ts'
import {
  createProfileField,
  deleteProfileField,
  orderProfileFields,
  updateProfileField,
} from '../../core/people/profile-fields/change.ts'
import {
  invalidFieldOrder,
  invalidFieldType,
  labelBlank,
  labelTaken,
  noSuchField,
  tooManyInSummary,
} from '../../core/people/profile-fields/errors.ts'
import { profileFieldsOf } from '../../core/people/profile-fields/field.ts'
import type { FieldData } from '../../core/people/profile-fields/field-data.ts'
import { changeOwnValues } from '../../core/people/profile-fields/values.ts'
import { profileField } from '../../core/state/wire/profile-field.ts'
import { anyValue, dict } from '../http/bounds.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { profileChanges } from '../wire/profile-field.ts'

const field = {
  name: form(line().optional()),
  hint: form(line().optional()),
  field_data: json(dict(anyValue(MAX_LINE_PARAMETER), MAX_PROFILE_FIELD_OPTIONS).optional()),
  display_in_profile_summary: json(z.boolean().optional()),
  required: json(z.boolean().optional()),
  editable_by_user: json(z.boolean().optional()),
}
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

const errors = [labelBlank(), labelTaken(), tooManyInSummary(2)]

export function profileFieldRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/realm/profile_fields',
      access: 'user',
      summary: 'Get the custom profile fields of the organization',
      response: { custom_fields: z.array(profileField) },
      handler: async ({ realm }) => ({ custom_fields: await profileFieldsOf(core.db, realm.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/profile_fields',
      access: 'administrator',
      summary: 'Add a custom profile field',
      params: { ...field, field_type: json(z.int()) },
      response: { id: z.int() },
      errors: [invalidFieldType(), ...errors],
      handler: async ({ caller, params }) => ({
        id: await createProfileField(caller, params.field_type, changeOf(params)),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/profile_fields',
      access: 'administrator',
      summary: 'Reorder the custom profile fields',
      params: { order: json(z.array(z.int()).max(MAX_ITEMS_PER_REQUEST)) },
      errors: [invalidFieldOrder()],
      handler: ({ caller, params }) => orderProfileFields(caller, params.order),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/profile_fields/{field_id}',
      access: 'administrator',
      summary: 'Change a custom profile field',
      params: { ...field, field_id: path(id()) },
      errors: [noSuchField(9), ...errors],
      handler: ({ caller, params }) => updateProfileField(caller, params.field_id, changeOf(params)),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/profile_fields/{field_id}',
      access: 'administrator',
      summary: 'Delete a custom profile field with all its values',
      params: { field_id: path(id()) },
      errors: [noSuchField(9)],
      handler: ({ caller, params }) => deleteProfileField(caller, params.field_id),
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/profile_data',
      access: 'person',
      summary: 'Change your own values of custom profile fields',
      params: { data: json(profileChanges) },
      errors: [noSuchField(9)],
      handler: ({ caller, params }) => changeOwnValues(caller, params.data),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/profile_data',
      access: 'person',
      summary: 'Delete your own values of custom profile fields',
      params: { data: json(z.array(z.int()).max(200)) },
      errors: [noSuchField(9)],
      handler: ({ caller, params }) => {
        const changes = params.data.map((id) => ({ id, value: null }))
        return changeOwnValues(caller, changes)
      },
    }),
  ] as const
}
