import { FieldType, optionsOf, type ProfileField } from '../../store/slices/profile-fields.ts'
import type { texts } from '../shared/texts.ts'

export type FieldTypeId = keyof typeof texts.fieldTypes

/** The type of fields whose values are accounts of another service. */
export const ACCOUNT = 7
/** The account of a service that the server does not know. */
export const CUSTOM = 'custom'

/** A field of profiles as a form holds it. */
export interface FieldDraft {
  readonly type: FieldTypeId
  readonly name: string
  readonly hint: string
  readonly options: readonly { readonly key: string; readonly text: string }[]
  readonly subtype: string
  readonly urlPattern: string
  readonly isInSummary: boolean
  readonly isRequired: boolean
  readonly isEditable: boolean
}

export const EMPTY: FieldDraft = {
  type: 1,
  name: '',
  hint: '',
  options: [{ key: '0', text: '' }],
  subtype: CUSTOM,
  urlPattern: '',
  isInSummary: false,
  isRequired: false,
  isEditable: true,
}

export function draftOf(field: ProfileField): FieldDraft {
  const type = field.type as FieldTypeId
  const account: { subtype?: string; url_pattern?: string } =
    type === ACCOUNT ? JSON.parse(field.field_data || '{}') : {}
  return {
    type,
    name: field.name,
    hint: field.hint,
    options:
      type === FieldType.options ? optionsOf(field).map(({ value: key, name: text }) => ({ key, text })) : [],
    subtype: account.subtype ?? CUSTOM,
    urlPattern: account.url_pattern ?? '',
    isInSummary: field.display_in_profile_summary,
    isRequired: field.required,
    isEditable: field.editable_by_user,
  }
}

/** Whether the field is an account of a service that the server knows, which determines its texts. */
export const isKnownAccount = ({ type, subtype }: FieldDraft): boolean =>
  type === ACCOUNT && subtype !== CUSTOM

/** The key of a new option. Present ones keep theirs, and with it the values that chose them. */
export const nextKey = (options: FieldDraft['options']): string =>
  String(1 + Math.max(-1, ...options.map(({ key }) => Number(key)).filter(Number.isInteger)))

/** The parameters of the call that saves a field. `isFixed`: without the texts, which cannot change. */
export function parametersOf(draft: FieldDraft, isFixed = false) {
  const { isInSummary, isRequired, isEditable } = draft
  return {
    display_in_profile_summary: isInSummary,
    required: isRequired,
    editable_by_user: isEditable,
    ...(!isFixed && { name: draft.name.trim(), hint: draft.hint.trim(), field_data: dataOf(draft) }),
  }
}

/** The parameters that a draft changes. */
export function changesOf(stored: FieldDraft, draft: FieldDraft): Partial<ReturnType<typeof parametersOf>> {
  const former: Readonly<Record<string, unknown>> = parametersOf(stored)
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(former[name])
  return Object.fromEntries(Object.entries(parametersOf(draft, isKnownAccount(draft))).filter(isChanged))
}

function dataOf({ type, options, subtype, urlPattern }: FieldDraft): Record<string, unknown> {
  if (type === FieldType.options)
    return Object.fromEntries(
      options.map(({ key, text }, index) => [key, { text: text.trim(), order: String(index + 1) }]),
    )
  if (type !== ACCOUNT) return {}
  return subtype === CUSTOM ? { subtype, url_pattern: urlPattern.trim() } : { subtype }
}
