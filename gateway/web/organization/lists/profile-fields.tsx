import IdCard from 'lucide/dist/esm/icons/id-card.mjs'
import { Problem } from '../../forms/problem.tsx'
import { useSaving } from '../../forms/saving.ts'
import { Blank } from '../../parts/blank.tsx'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { ProfileField } from '../../store/slices/profile-fields.ts'
import { useStore } from '../../store/use-store.ts'
import { EditableRow } from '../shared/editable-row.tsx'
import { OrderedList } from '../shared/ordered-list.tsx'
import { texts } from '../shared/texts.ts'
import { WhoMay } from '../shared/who-may.tsx'
import {
  draftOf,
  EMPTY,
  type FieldDraft,
  type FieldTypeId,
  isKnownAccount,
  parametersOf,
} from './field-draft.ts'
import { FieldForm } from './field-form.tsx'

/** The fields that profiles have besides name and picture. */
export function ProfileFields() {
  const store = useStore()
  const fields = store.profileFields.value
  const isFixed = !isAdministrator(store)
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles['profile-fields']}</h2>
      <p class="text">{texts.profileFieldsHint}</p>
      {fields.length === 0 && <Blank icon={IdCard} title={texts.noProfileFields} />}
      <OrderedList
        label={texts.titles['profile-fields']}
        items={fields}
        nameOf={({ name }) => name}
        isFixed={isFixed}
        save={(order) =>
          server.call('PATCH /realm/profile_fields', { order: [...order] }, { isRepeatable: true })
        }
      >
        {(field) => <Line field={field} isFixed={isFixed} />}
      </OrderedList>
      {!isFixed && (
        <FieldForm
          title={texts.newField}
          draft={EMPTY}
          action={texts.add}
          save={(draft) =>
            server.call('POST /realm/profile_fields', { field_type: draft.type, ...parametersOf(draft) })
          }
        />
      )}
    </section>
  )
}

function Line({ field, isFixed }: { field: ProfileField; isFixed: boolean }) {
  const { saving, save } = useSaving()
  const { id: field_id, name, hint } = field
  const change = (draft: FieldDraft) =>
    server.call(
      'PATCH /realm/profile_fields/{field_id}',
      { field_id, ...parametersOf(draft, isKnownAccount(draft)) },
      { isRepeatable: true },
    )
  return (
    <EditableRow
      what={name}
      isFixed={isFixed}
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
          action={texts.save}
          save={change}
          onClose={onClose}
        />
      )}
    >
      <Problem saving={saving} />
    </EditableRow>
  )
}
