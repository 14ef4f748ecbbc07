import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import { FIELD_TYPES } from '../../../../people/profile-fields/types.ts'
import type { ArchiveRecord } from './reader.ts'
import type { Texts } from './texts.ts'

const MAX_VALUE_LENGTH = 50

/** The texts of one person, in the order of the names of the fields. */
export type PersonValues = readonly [person: number, ...values: string[]]

/** Yields profile fields with short texts, and the values that people have. Empty values are left out. */
export function* profileRecords(
  names: readonly string[],
  people: Iterable<PersonValues>,
  texts: Texts,
  markdown: MarkdownContext,
): Generator<ArchiveRecord> {
  for (const [index, name] of names.entries()) {
    yield {
      table: 'custom_profile_field',
      row: {
        id: index + 1,
        type: FIELD_TYPES.SHORT_TEXT.id,
        position: index,
        name,
        hint: '',
        field_data: '',
        display_in_profile_summary: false,
        required: false,
        editable_by_user: true,
      },
    }
  }
  for (const [user, ...values] of people) {
    for (const [index, text] of values.entries()) {
      const value = texts.line(text, MAX_VALUE_LENGTH)
      if (value === '') continue
      const rendered_value = render(value, markdown).html
      yield {
        table: 'custom_profile_field_value',
        row: { user_id: user, field_id: index + 1, value, rendered_value },
      }
    }
  }
}
