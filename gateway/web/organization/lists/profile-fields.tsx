import IdCard from 'lucide/dist/esm/icons/id-card.mjs'
import { Blank } from '../../parts/blank.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { ProfileField } from '../../store/slices/profile-fields.ts'
import { useStore } from '../../store/use-store.ts'
import { EditableRow, type EditableRowProps } from '../shared/editable-row.tsx'
import { OrderedList } from '../shared/ordered-list.tsx'
import { texts } from '../shared/texts.ts'
import { useEdited } from '../shared/use-edited.ts'
import { WhoMay } from '../shared/who-may.tsx'
import { changesOf, draftOf, EMPTY, type FieldDraft, type FieldTypeId, parametersOf } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'

/** The fields that profiles have besides name and picture. */
export function ProfileFields() {
  const store = useStore()
  const fields = store.profileFields.value
  const isFixed = !isAdministrator(store)
  const { shown, isGone, present, setEdited } = useEdited(fields)
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles['profile-fields']}</h2>
      <p class="text">{texts.profileFieldsHint}</p>
      {fields.length === 0 && <Blank icon={IdCard} title={texts.noProfileFields} />}
      <OrderedList
        label={texts.titles['profile-fields']}
        items={shown}
        nameOf={({ name }) => name}
        isFixed={isFixed}
        save={(order) =>
          server.call('PATCH /realm/profile_fields', { order: present(order) }, { isRepeatable: true })
        }
      >
        {(field) => (
          <Line
            field={field}
            isFixed={isFixed}
            isGone={isGone(field)}
            onEdit={(isEdited) => setEdited(field, isEdited)}
          />
        )}
      </OrderedList>
      {!isFixed && <FieldForm title={texts.newField} draft={EMPTY} action={texts.add} save={add} />}
    </section>
  )
}

interface LineProps extends Pick<EditableRowProps, 'isFixed' | 'isGone' | 'onEdit'> {
  readonly field: ProfileField
}

const add = (draft: FieldDraft) =>
  server.call('POST /realm/profile_fields', { field_type: draft.type, ...parametersOf(draft) })

function Line({ field, isFixed, isGone, onEdit }: LineProps) {
  const { saving, save } = useSaving()
  const { id: field_id, name, hint } = field
  const change = (draft: FieldDraft, stored: FieldDraft) =>
    server.call(
      'PATCH /realm/profile_fields/{field_id}',
      { field_id, ...changesOf(stored, draft) },
      { isRepeatable: true },
    )
  return (
    <EditableRow
      what={name}
      {...{ isFixed, isGone, onEdit }}
      warning={texts.fieldGone}
      onRemove={() =>
        void save(() =>
          server.call('DELETE /realm/profile_fields/{field_id}', { field_id }, { isRepeatable: true }),
        )
      }
      about={
        <span class="about" dir="auto">
          <strong>{name}</strong>
          <span class="text">
            {[texts.fieldTypes[field.type as FieldTypeId], hint].filter(Boolean).join(' · ')}
          </span>
        </span>
      }
      form={(onClose) => (
        <FieldForm
          title={texts.editOf(name)}
          draft={draftOf(field)}
          action={isGone ? texts.addAgain : texts.save}
          save={isGone ? add : change}
          onClose={onClose}
        />
      )}
    >
      <Problem saving={saving} />
    </EditableRow>
  )
}
