import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type ProfileField = Registration['custom_profile_fields'][number]

/** The types of the wire whose values are not one line of text. */
export const FieldType = { longText: 2, options: 3, date: 4, link: 5, people: 6 } as const

/** The choices of a field of type `options`, in their order. */
export function optionsOf({ field_data }: ProfileField): { readonly value: string; readonly name: string }[] {
  const options: Record<string, { readonly text: string; readonly order: string }> = JSON.parse(
    field_data || '{}',
  )
  return Object.entries(options)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([value, { text: name }]) => ({ value, name }))
}

/** The ids in a value of type `people`. */
export const peopleIn = (value: string): number[] => JSON.parse(value || '[]')

/** The custom profile fields of the organization, in their order. */
export const profileFields = slice<readonly ProfileField[]>({
  from: ({ custom_profile_fields }) => custom_profile_fields,
  apply: (state, event) => (event.type === 'custom_profile_fields' ? event.fields : state),
})
