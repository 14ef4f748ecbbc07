import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { useConfirmation } from '../../forms/confirm-identity.tsx'
import { Blank } from '../../parts/blank.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { texts as organizationTexts } from '../shared/texts.ts'
import { useEdited } from '../shared/use-edited.ts'
import { Directories } from './directories.tsx'
import type { Provider } from './fields.ts'
import { NewProvider } from './new-provider.tsx'
import { ProviderLine, TrialLink } from './provider-line.tsx'
import { providerTexts as texts } from './texts.ts'
import './authentication.css'

const NO_PROVIDERS: readonly Provider[] = []

/** The providers with whose accounts people log in. */
export function Authentication() {
  const store = useStore()
  const providers = useSignal<readonly Provider[] | 'loading' | 'failed'>('loading')
  const operators = useSignal<Answer<'GET /realm/log_in_providers'>['of_operator']>([])
  const base = useSignal('')
  const list = useListFocus<HTMLUListElement>('button, input')
  const { confirmed, dialog } = useConfirmation()
  const load = () =>
    void server.call('GET /realm/log_in_providers').then(
      (answer) => {
        providers.value = answer.providers
        operators.value = answer.of_operator
        base.value = answer.base_address
      },
      () => {
        if (typeof providers.peek() === 'string') providers.value = 'failed'
      },
    )
  // The server sends this setting anew whenever a provider changes.
  useEffect(load, [store.realmSettings.value.authentication_methods])
  const { value } = providers
  const { shown, isGone, setEdited } = useEdited(typeof value === 'object' ? value : NO_PROVIDERS)
  const ofOperator = operators.value
  const titles = organizationTexts.titles
  return (
    <section class="authentication">
      <h2>{titles.authentication}</h2>
      <p class="text">{texts.hint}</p>
      <p class="text">
        {texts.passwords} <a href="#organization/joining">{titles.joining}</a>.
      </p>
      {value === 'failed' && (
        <Blank icon={CloudOff} title={texts.failed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={load}>
            {t.tryAgain}
          </button>
        </Blank>
      )}
      {typeof value === 'object' && (
        <>
          {shown.length === 0 && <Blank icon={KeyRound} title={texts.none} hint={texts.noneHint} />}
          <ul class="chosen-list" aria-label={texts.list} {...list}>
            {shown.map((one) => (
              <ProviderLine
                key={one.id}
                provider={one}
                confirmed={confirmed}
                onChanged={load}
                isGone={isGone(one)}
                onEdit={(isEdited) => setEdited(one, isEdited)}
              />
            ))}
          </ul>
          <NewProvider confirmed={confirmed} base={base.value} onAdded={load} />
          {ofOperator.length > 0 && (
            <section class="of-operator">
              <h3>{texts.ofOperator}</h3>
              <ul class="chosen-list" aria-label={texts.ofOperator}>
                {ofOperator.map(({ display_name: name, trial_address: address }) => (
                  <li key={address}>
                    <span class="about">
                      <strong class="word">
                        <bdi>{name}</bdi>
                      </strong>
                    </span>
                    <TrialLink name={name} address={address} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <Directories confirmed={confirmed} />
      {dialog}
    </section>
  )
}
