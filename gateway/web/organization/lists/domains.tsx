import Globe from 'lucide/dist/esm/icons/globe.mjs'
import { useChosen } from '../../forms/use-chosen.ts'
import { Blank } from '../../parts/blank.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isOwner } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { Domain } from '../../store/slices/realm-lists.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { LineSwitch } from '../shared/line-switch.tsx'
import { RemoveButton } from '../shared/remove-button.tsx'
import { texts } from '../shared/texts.ts'
import { TextsForm } from '../shared/texts-form.tsx'
import { WhoMay } from '../shared/who-may.tsx'
import { DOMAIN } from './places.ts'

/** The domains whose e-mail addresses may join. */
export function Domains() {
  const store = useStore()
  const isFixed = !isOwner(store)
  const list = useListFocus<HTMLUListElement>('button, input')
  const domains = [...store.domains.value].sort((a, b) => collator.compare(a.domain, b.domain))
  return (
    <section>
      <WhoMay by="owner" />
      <h2>{texts.titles.domains}</h2>
      <p class="text">{texts.domainsHint}</p>
      {domains.length === 0 && <Blank icon={Globe} title={texts.noDomains} />}
      <ul class="chosen-list" aria-label={texts.titles.domains} {...list}>
        {domains.map((domain) => (
          <Line key={domain.domain} domain={domain} isLast={domains.length === 1} isFixed={isFixed} />
        ))}
      </ul>
      {!isFixed && (
        <TextsForm
          title={texts.newDomain}
          fields={[{ name: 'domain', label: texts.domain, placeholder: 'example.com', isCode: true }]}
          places={DOMAIN}
          values={{ domain: '' }}
          action={texts.add}
          save={({ domain }) => server.call('POST /realm/domains', { domain, allow_subdomains: false })}
        />
      )}
    </section>
  )
}

interface LineProps {
  readonly domain: Domain
  readonly isLast: boolean
  readonly isFixed: boolean
}

function Line({ domain: { domain, allow_subdomains }, isLast, isFixed }: LineProps) {
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(allow_subdomains, saving)
  const change = (isOn: boolean) => {
    choose(isOn)
    void save(() =>
      server.call(
        'PATCH /realm/domains/{domain}',
        { domain, allow_subdomains: isOn },
        { isRepeatable: true },
      ),
    )
  }
  return (
    <li>
      <strong class="word" dir="ltr">
        {domain}
      </strong>
      <LineSwitch
        text={texts.subdomains}
        label={texts.subdomainsOf(domain)}
        isOn={value}
        isFixed={isFixed}
        onChange={change}
      />
      {!isFixed && (
        <RemoveButton
          what={domain}
          warning={isLast ? texts.removeLastDomain : texts.domainGone}
          onRemove={() =>
            void save(() => server.call('DELETE /realm/domains/{domain}', { domain }, { isRepeatable: true }))
          }
        />
      )}
      <Problem saving={saving} />
    </li>
  )
}
