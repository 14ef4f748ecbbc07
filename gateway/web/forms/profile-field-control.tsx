import X from 'lucide/dist/esm/icons/x.mjs'
import { PersonPicker } from '../parts/floating/person-picker.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOf } from '../store/derived/names.ts'
import { FieldType, optionsOf, type ProfileField, peopleIn } from '../store/slices/profile-fields.ts'
import { useStore } from '../store/use-store.ts'
import { Select, TextField } from './controls.tsx'
import type { ControlIds } from './row.tsx'
import { texts } from './settings-texts.ts'

interface FieldProps {
  readonly field: ProfileField
  readonly ids: ControlIds
  /** The stored value as text; empty for none. */
  readonly value: string
  readonly isFixed: boolean
  /** Null removes the value. */
  readonly onSave: (value: string | readonly number[] | null) => void
}

/** The control of a value of a custom profile field. */
export function FieldControl(props: FieldProps) {
  const { field, ids, value, isFixed, onSave } = props
  if (field.type === FieldType.options) {
    return (
      <Select
        ids={ids}
        value={value}
        isFixed={isFixed}
        options={[{ value: '', name: texts.notChosen }, ...optionsOf(field)]}
        onChange={(key) => onSave(key || null)}
      />
    )
  }
  if (field.type === FieldType.people) return <PeopleField {...props} />
  return (
    <TextField
      ids={ids}
      value={value}
      isFixed={isFixed}
      mayBeEmpty
      isLong={field.type === FieldType.longText}
      {...(field.type === FieldType.date && { type: 'date' })}
      {...(field.type === FieldType.link && { inputMode: 'url', placeholder: 'https://' })}
      onSave={(text) => onSave(text || null)}
    />
  )
}

/** People whom the reader names, and a field that adds one. */
function PeopleField({ ids, value, isFixed, onSave }: FieldProps) {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button')
  const chosen = peopleIn(value)
  const others = [...store.people.value.values()].filter(
    ({ user_id, is_active, is_bot }) => is_active && !is_bot && !chosen.includes(user_id),
  )
  const save = (people: readonly number[]) => onSave(people.length > 0 ? people : null)
  return (
    <>
      <ul class="chips" {...list}>
        {chosen.map((id) => (
          <li key={id}>
            <span class="ellipsis" dir="auto">
              {nameOf(store, id)}
            </span>
            {!isFixed && (
              <button
                type="button"
                class="icon-button"
                aria-label={texts.removeWord(nameOf(store, id))}
                onClick={() => save(chosen.filter((other) => other !== id))}
              >
                <Icon node={X} size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <PersonPicker
          id={ids.id}
          describedBy={ids['aria-describedby']}
          isInvalid={ids['aria-invalid']}
          placeholder={texts.addPerson}
          people={others}
          onChoose={({ user_id }) => save([...chosen, user_id])}
        />
      )}
    </>
  )
}
