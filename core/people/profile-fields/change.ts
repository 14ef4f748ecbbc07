import { MAX_PROFILE_FIELDS } from '../../../config/limits.ts'
import { tooLong } from '../../platform/errors.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { ProfileFieldId } from '../../platform/ids.ts'
import { hasInvisibleCharacters, shownOf } from '../../platform/text/invisible-characters.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { comparedLists, type Description, named } from '../../state/audit/compare.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { invalidCharactersInName } from '../../state/users/errors.ts'
import { CustomProfileField } from './entities.ts'
import {
  defaultFieldUnchangeable,
  invalidFieldOrder,
  invalidFieldType,
  labelBlank,
  labelTaken,
  tooManyFields,
  tooManyInSummary,
  typeNotInSummary,
} from './errors.ts'
import { fieldWithId, type ProfileField, profileFieldsOf } from './field.ts'
import { checkFieldData, defaultAccount, type FieldData, optionsOf } from './field-data.ts'
import { FIELD_TYPES, type FieldType, fitsSummary, isFieldType } from './types.ts'
import { removeOptions } from './values.ts'

export const MAX_FIELD_NAME_LENGTH = 40
export const MAX_FIELD_HINT_LENGTH = 80
const MAX_IN_SUMMARY = 2

/** A field in the audit log. */
const FIELD: Description<ProfileField> = {
  kind: 'profile_field',
  id: ({ id }) => id,
  name: ({ name }) => name,
  properties: named({
    id: null,
    type: 'type',
    order: null,
    name: 'name',
    hint: 'hint',
    field_data: 'field_data',
    display_in_profile_summary: 'display_in_profile_summary',
    required: 'required',
    editable_by_user: 'editable_by_user',
  }),
}

/** Properties of a field. Undefined ones keep their values, or the default in a new field. */
export interface FieldChange {
  readonly name?: string
  readonly hint?: string
  readonly fieldData?: FieldData
  readonly displayInProfileSummary?: boolean
  readonly required?: boolean
  readonly editableByUser?: boolean
}

/** Adds a field after all others and emits all fields. Throws for invalid properties, and `tooManyFields`. */
export async function createProfileField(
  caller: Caller,
  type: number,
  given: FieldChange,
): Promise<ProfileFieldId> {
  const { realm } = caller
  if (!isFieldType(type)) throw invalidFieldType()
  return changeFields(caller, async (tx, fields) => {
    const data = given.fieldData ?? {}
    // The type of a default external account determines name and hint.
    const account = defaultAccount(type, data)
    const { name, hint } = account ?? checkTexts(given.name ?? '', given.hint ?? '')
    checkName(fields, name)
    if (fields.length >= MAX_PROFILE_FIELDS) throw tooManyFields(MAX_PROFILE_FIELDS)
    const inSummary = given.displayInProfileSummary ?? false
    checkSummary(fields, type, inSummary)
    return tx.em.insert(CustomProfileField, {
      realmId: realm.id,
      type,
      position: (fields.at(-1)?.order ?? 0) + 1,
      name,
      hint,
      fieldData: checkFieldData(type, data),
      displayInProfileSummary: inSummary,
      required: given.required ?? false,
      editableByUser: given.editableByUser ?? true,
    })
  })
}

/**
 * Changes a field and emits all fields (spec.md PATCH /realm/profile_fields/{field_id}, feature level 252).
 * Deletes values that chose a removed option. Throws for invalid properties.
 */
export async function updateProfileField(caller: Caller, id: number, given: FieldChange): Promise<void> {
  await changeFields(caller, async (tx, fields) => {
    const field = fieldWithId(fields, id)
    const former: FieldData = field.field_data === '' ? {} : JSON.parse(field.field_data)
    if (defaultAccount(field.type, former) !== undefined && changesTexts(field, given)) {
      throw defaultFieldUnchangeable()
    }
    const { name, hint } = checkTexts(given.name ?? field.name, given.hint ?? field.hint)
    const others = fields.filter((other) => other.id !== field.id)
    checkName(others, name)
    const inSummary = given.displayInProfileSummary ?? field.display_in_profile_summary
    checkSummary(others, field.type, inSummary)
    const data =
      given.fieldData === undefined ? field.field_data : checkFieldData(field.type, given.fieldData)
    const row = {
      name,
      hint,
      fieldData: data,
      displayInProfileSummary: inSummary,
      required: given.required ?? field.required,
      editableByUser: given.editableByUser ?? field.editable_by_user,
    }
    await tx.em.nativeUpdate(CustomProfileField, { id: field.id }, row)
    if (field.type === FIELD_TYPES.SELECT.id) {
      const options = optionsOf(data)
      const removedOptions = Object.keys(optionsOf(field.field_data)).filter(
        (key) => !Object.hasOwn(options, key),
      )
      await removeOptions(tx, field.id, removedOptions)
    }
  })
}

/** Deletes a field with all its values and emits all fields. Throws when there is no such field. */
export async function deleteProfileField(caller: Caller, id: number): Promise<void> {
  await changeFields(caller, async (tx, fields) => {
    await tx.em.nativeDelete(CustomProfileField, { id: fieldWithId(fields, id).id })
    emitChange(tx, { type: '_profiles' })
  })
}

/**
 * Reorders the fields (spec.md PATCH /realm/profile_fields). Throws unless every field is named exactly once.
 */
export async function orderProfileFields(caller: Caller, order: readonly number[]): Promise<void> {
  await changeFields(caller, async (tx, fields) => {
    const ids = new Set(order)
    if (
      ids.size !== order.length ||
      fields.some((field) => !ids.has(field.id)) ||
      ids.size !== fields.length
    ) {
      throw invalidFieldOrder()
    }
    for (const [index, id] of order.entries()) {
      tx.em.getReference(CustomProfileField, id as ProfileFieldId).position = index + 1
    }
    await tx.em.flush() // before the fields are read again
  })
}

/** Runs a change by an administrator with the organization locked, and emits all fields. */
function changeFields<T>(
  caller: Caller,
  change: (tx: Tx, fields: readonly ProfileField[]) => Promise<T>,
): Promise<T> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const before = await profileFieldsOf(tx, realm.id)
    const result = await change(tx, before)
    const fields = await profileFieldsOf(tx, realm.id)
    await growList(tx, realm, actor.id, 'profileFields', growthBy(before, fields, before))
    writeAudit(tx, actor.id, comparedLists(FIELD, before, fields))
    tx.emit({ type: 'custom_profile_fields', fields }, toRealm)
    return result
  })
}

/** Returns the name and the hint as they will be stored. Throws when one is invalid. */
function checkTexts(given: string, hint: string): { name: string; hint: string } {
  const name = given.trim()
  if (name === '') throw labelBlank()
  if (hasInvisibleCharacters(name)) throw invalidCharactersInName()
  if ([...hint].length > MAX_FIELD_HINT_LENGTH) {
    throw tooLong('hint', MAX_FIELD_HINT_LENGTH)
  }
  if ([...name].length > MAX_FIELD_NAME_LENGTH) {
    throw tooLong('name', MAX_FIELD_NAME_LENGTH)
  }
  return { name, hint }
}

function checkName(others: readonly ProfileField[], name: string): void {
  const shown = shownOf(name)
  if (others.some((field) => shownOf(field.name) === shown)) throw labelTaken()
}

function checkSummary(others: readonly ProfileField[], type: FieldType, inSummary: boolean): void {
  if (!inSummary) return
  if (!fitsSummary(type)) throw typeNotInSummary()
  if (others.filter((field) => field.display_in_profile_summary).length >= MAX_IN_SUMMARY) {
    throw tooManyInSummary(MAX_IN_SUMMARY)
  }
}

function changesTexts(field: ProfileField, { name, hint, fieldData }: FieldChange): boolean {
  return (
    (name !== undefined && name !== field.name) ||
    (hint !== undefined && hint !== field.hint) ||
    (fieldData !== undefined && JSON.stringify(fieldData) !== field.field_data)
  )
}
