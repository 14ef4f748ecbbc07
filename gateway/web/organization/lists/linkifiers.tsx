import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import { Blank } from '../../parts/blank.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { Linkifier } from '../../store/slices/realm-lists.ts'
import { useStore } from '../../store/use-store.ts'
import { EditableRow, type EditableRowProps } from '../shared/editable-row.tsx'
import { OrderedList } from '../shared/ordered-list.tsx'
import { texts } from '../shared/texts.ts'
import { type FormField, TextsForm } from '../shared/texts-form.tsx'
import { useEdited } from '../shared/use-edited.ts'
import { WhoMay } from '../shared/who-may.tsx'
import { LINKIFIER } from './places.ts'
import { TryLinkifier } from './try-linkifier.tsx'

const FIELDS: readonly FormField<'pattern' | 'url_template'>[] = [
  { name: 'pattern', label: texts.pattern, text: texts.patternHint, isCode: true },
  { name: 'url_template', label: texts.urlTemplate, text: texts.urlTemplateHint, isCode: true },
]

/** The patterns in messages that become links. */
export function Linkifiers() {
  const store = useStore()
  const linkifiers = store.linkifiers.value
  const isFixed = !isAdministrator(store)
  const { shown, isGone, present, setEdited } = useEdited(linkifiers)
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles.linkifiers}</h2>
      <p class="text">{texts.linkifiersHint}</p>
      {linkifiers.length === 0 && <Blank icon={LinkIcon} title={texts.noLinkifiers} />}
      <OrderedList
        label={texts.titles.linkifiers}
        items={shown}
        nameOf={({ pattern }) => pattern}
        isFixed={isFixed}
        save={(ids) =>
          server.call(
            'PATCH /realm/linkifiers',
            { ordered_linkifier_ids: present(ids) },
            { isRepeatable: true },
          )
        }
      >
        {(linkifier) => (
          <Line
            linkifier={linkifier}
            isFixed={isFixed}
            isGone={isGone(linkifier)}
            onEdit={(isEdited) => setEdited(linkifier, isEdited)}
          />
        )}
      </OrderedList>
      {!isFixed && (
        <TextsForm
          title={texts.newLinkifier}
          fields={FIELDS}
          places={LINKIFIER}
          values={{ pattern: '', url_template: '' }}
          action={texts.add}
          save={(values) => server.call('POST /realm/filters', values)}
        >
          {(typed) => <TryLinkifier pattern={typed.pattern} urlTemplate={typed.url_template} />}
        </TextsForm>
      )}
    </section>
  )
}

interface LineProps extends Pick<EditableRowProps, 'isFixed' | 'isGone' | 'onEdit'> {
  readonly linkifier: Linkifier
}

function Line({ linkifier, isFixed, isGone, onEdit }: LineProps) {
  const { saving, save } = useSaving()
  const { id: filter_id, pattern, url_template } = linkifier
  return (
    <EditableRow
      what={pattern}
      {...{ isFixed, isGone, onEdit }}
      warning={texts.linkifierStays}
      onRemove={() =>
        void save(() =>
          server.call('DELETE /realm/filters/{filter_id}', { filter_id }, { isRepeatable: true }),
        )
      }
      about={
        <span class="about">
          <code>{pattern}</code>
          <code class="text">{url_template}</code>
        </span>
      }
      form={(onClose) => (
        <TextsForm
          title={texts.editOf(pattern)}
          fields={FIELDS}
          places={LINKIFIER}
          values={{ pattern, url_template }}
          action={isGone ? texts.addAgain : texts.save}
          save={(values) =>
            isGone
              ? server.call('POST /realm/filters', values)
              : server.call(
                  'PATCH /realm/filters/{filter_id}',
                  { filter_id, ...values },
                  { isRepeatable: true },
                )
          }
          onClose={onClose}
        >
          {(typed) => <TryLinkifier pattern={typed.pattern} urlTemplate={typed.url_template} />}
        </TextsForm>
      )}
    >
      <Problem saving={saving} />
    </EditableRow>
  )
}
