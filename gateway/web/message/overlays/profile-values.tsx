import { nameOf } from '../../store/derived/names.ts'
import { FieldType, optionsOf, type ProfileField, peopleIn } from '../../store/slices/profile-fields.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'

/**
 * The values of a person's custom profile fields, in the organization's order. Fields without a value are
 * left out.
 */
export function ProfileValues({ person }: { person: number }) {
  const store = useStore()
  const values = store.people.value.get(person)?.profile_data ?? {}
  const filled = store.profileFields.value.flatMap((field) => {
    const value = values[field.id]?.value
    return value ? [{ field, value }] : []
  })
  if (filled.length === 0) return null
  return (
    <dl>
      {filled.map(({ field, value }) => (
        <div key={field.id}>
          <dt>{field.name}</dt>
          <dd dir="auto">
            {field.type === FieldType.link && /^https?:/i.test(value) ? (
              <a href={value} target="_blank" rel="noopener noreferrer">
                {value}
              </a>
            ) : (
              textOf(store, field, value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value as the reader sees it. */
function textOf(store: Store, field: ProfileField, value: string): string {
  if (field.type === FieldType.options) {
    return optionsOf(field).find((option) => option.value === value)?.name ?? value
  }
  if (field.type !== FieldType.people) return value
  return t.and(peopleIn(value).map((id) => nameOf(store, id)))
}
