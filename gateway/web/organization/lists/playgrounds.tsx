import Play from 'lucide/dist/esm/icons/play.mjs'
import { Blank } from '../../parts/blank.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { Playgrounds as Known } from '../../store/slices/playgrounds.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { texts } from '../shared/texts.ts'
import { type FormField, TextsForm } from '../shared/texts-form.tsx'
import { WhoMay } from '../shared/who-may.tsx'
import { PLAYGROUND } from './places.ts'

const FIELDS: readonly FormField<'pygments_language' | 'name' | 'url_template'>[] = [
  { name: 'pygments_language', label: texts.playgroundLanguage, placeholder: 'Rust', isCode: true },
  { name: 'name', label: texts.playgroundName, placeholder: 'Rust playground' },
  { name: 'url_template', label: texts.urlTemplate, text: texts.playgroundTemplateHint, isCode: true },
]

/** The sites where code blocks can be opened. */
export function Playgrounds() {
  const store = useStore()
  const isFixed = !isAdministrator(store)
  const list = useListFocus<HTMLUListElement>('button')
  const playgrounds = [...store.playgrounds.value].sort(
    (a, b) => collator.compare(a.pygments_language, b.pygments_language) || collator.compare(a.name, b.name),
  )
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles.playgrounds}</h2>
      <p class="text">{texts.playgroundsHint}</p>
      {playgrounds.length === 0 && <Blank icon={Play} title={texts.noPlaygrounds} />}
      <ul class="chosen-list" aria-label={texts.titles.playgrounds} {...list}>
        {playgrounds.map((playground) => (
          <Line key={playground.id} playground={playground} isFixed={isFixed} />
        ))}
      </ul>
      {!isFixed && (
        <TextsForm
          title={texts.newPlayground}
          fields={FIELDS}
          places={PLAYGROUND}
          values={{ pygments_language: '', name: '', url_template: '' }}
          action={texts.add}
          save={(values) => server.call('POST /realm/playgrounds', values)}
        />
      )}
    </section>
  )
}

function Line({ playground, isFixed }: { playground: Known[number]; isFixed: boolean }) {
  const { saving, save } = useSaving()
  const { id: playground_id, name, pygments_language, url_template } = playground
  return (
    <li>
      <span class="about">
        <span dir="auto">
          <strong>{name}</strong> · {pygments_language}
        </span>
        <code class="text">{url_template}</code>
      </span>
      {!isFixed && (
        <RemoveButton
          what={name}
          warning={texts.playgroundGone}
          onRemove={() =>
            void save(() =>
              server.call(
                'DELETE /realm/playgrounds/{playground_id}',
                { playground_id },
                { isRepeatable: true },
              ),
            )
          }
        />
      )}
      <Problem saving={saving} />
    </li>
  )
}
