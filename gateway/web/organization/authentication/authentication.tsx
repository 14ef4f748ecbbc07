import { useSignal } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import { useEffect, useId } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { useConfirmation } from '../../forms/confirm-identity.tsx'
import { Blank } from '../../parts/blank.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { texts as organizationTexts } from '../shared/texts.ts'
import { Directories } from './directories.tsx'
import { FIELDS, type Provider } from './fields.ts'
import { ProviderForm } from './provider-form.tsx'
import { ProviderLine, TrialLink } from './provider-line.tsx'
import { providerTexts as texts } from './texts.ts'
import './authentication.css'

/** The providers with whose accounts people log in. */
export function Authentication() {
  const store = useStore()
  const providers = useSignal<readonly Provider[] | 'loading' | 'failed'>('loading')
  const operators = useSignal<Answer<'GET /realm/log_in_providers'>['of_operator']>([])
  const list = useListFocus<HTMLUListElement>('button, input')
  const { confirmed, dialog } = useConfirmation()
  const load = () =>
    void server.call('GET /realm/log_in_providers').then(
      (answer) => {
        providers.value = answer.providers
        operators.value = answer.of_operator
      },
      () => {
        if (typeof providers.peek() === 'string') providers.value = 'failed'
      },
    )
  // The server sends this setting anew whenever a provider changes.
  useEffect(load, [store.realmSettings.value.authentication_methods])
  const { value } = providers
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
          {value.length === 0 && <Blank icon={KeyRound} title={texts.none} hint={texts.noneHint} />}
          <ul class="chosen-list" aria-label={texts.list} {...list}>
            {value.map((one) => (
              <ProviderLine key={one.id} provider={one} confirmed={confirmed} onChanged={load} />
            ))}
          </ul>
          <NewProvider confirmed={confirmed} onAdded={load} />
          {ofOperator.length > 0 && (
            <section class="of-operator">
              <h3>{texts.ofOperator}</h3>
              <ul class="chosen-list" aria-label={texts.ofOperator}>
                {ofOperator.map(({ display_name: name, trial_address: address }) => (
                  <li key={address}>
                    <span class="about">
                      <strong class="word" dir="auto">
                        {name}
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

interface NewProviderProps {
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
  readonly onAdded: () => void
}

function NewProvider({ confirmed, onAdded }: NewProviderProps) {
  const kind = useSignal<string | undefined>(undefined)
  const id = useId()
  const kinds = Object.keys(FIELDS)
  if (kind.value === undefined)
    return (
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => {
            kind.value = kinds[0]
          }}
        >
          {texts.add}…
        </button>
      </div>
    )
  const close = () => {
    kind.value = undefined
  }
  return (
    <div class="new-provider">
      <h3>{texts.add}</h3>
      <div class="stacked">
        <label for={id}>
          {texts.kind}
          <select
            id={id}
            value={kind.value}
            onChange={({ currentTarget }) => {
              kind.value = currentTarget.value
            }}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one] ?? one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ProviderForm
        key={kind.value}
        kind={kind.value}
        confirmed={confirmed}
        onDone={() => {
          close()
          onAdded()
        }}
        onClose={close}
      />
    </div>
  )
}
