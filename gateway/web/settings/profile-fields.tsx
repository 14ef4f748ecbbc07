import { FieldControl } from '../forms/profile-field-control.tsx'
import { Row } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { useChosen } from '../forms/use-chosen.ts'
import { useSaving } from '../saving/use-saving.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { FieldType, type ProfileField } from '../store/slices/profile-fields.ts'
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
      {(ids) => <FieldControl field={field} ids={ids} value={value} isFixed={isFixed} onSave={change} />}
    </Row>
  )
}
