import X from 'lucide/dist/esm/icons/x.mjs'
import { Select, TextField } from '../forms/controls.tsx'
import { type ControlIds, Row } from '../forms/row.tsx'
import { useSaving } from '../forms/saving.ts'
import { texts } from '../forms/settings-texts.ts'
import { useChosen } from '../forms/use-chosen.ts'
import { PersonPicker } from '../parts/floating/person-picker.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { nameOf } from '../store/derived/names.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { FieldType, optionsOf, type ProfileField, peopleIn } from '../store/slices/profile-fields.ts'
import { useStore } from '../store/use-store.ts'

/** The fields of profiles that the organization has added, with the reader's values. */
export function ProfileFields() {
  const fields = useStore().profileFields.value
  if (fields.length === 0) return null
  return (
    <section>
      <h2>{texts.moreAboutYou}</h2>
      {fields.map((field) => (
        <FieldRow key={`${field.id} ${field.type}`} field={field} />
      ))}
    </section>
  )
}

interface FieldProps {
  readonly field: ProfileField
  readonly ids: ControlIds
  /** The stored value as text; empty for none. */
  readonly value: string
  readonly isFixed: boolean
  /** Null removes the value. */
  readonly onSave: (value: string | readonly number[] | null) => void
}

function FieldRow({ field }: { field: ProfileField }) {
  const store = useStore()
  const { id, name, hint, type, required, editable_by_user } = field
  const stored = store.people.value.get(store.me)?.profile_data?.[id]?.value ?? ''
  const isFixed = !editable_by_user && !isAdministrator(store)
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const isWanted = required && !isFixed && value === ''
  const notes = [hint, isWanted && texts.fieldRequired, isFixed && texts.fieldFixed].filter(Boolean)
  const change = (chosen: string | readonly number[] | null) => {
    // A text stays in its field until the server has it.
    if (type === FieldType.options) choose(String(chosen ?? ''))
    void save(() =>
      server.call('PATCH /users/me/profile_data', { data: [{ id, value: chosen }] }, { isRepeatable: true }),
    )
  }
  return (
    <Row
      name={name}
      text={notes.join(' ')}
      saving={saving}
      isTall={type === FieldType.longText || type === FieldType.people}
    >
      {(ids) => <Field field={field} ids={ids} value={value} isFixed={isFixed} onSave={change} />}
    </Row>
  )
}

function Field(props: FieldProps) {
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
