import { useSignal } from '@preact/signals'
import type { Answer } from '../../client/index.ts'
import { useChosen } from '../../forms/use-chosen.ts'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { server } from '../../store/requests/server.ts'
import { translated } from '../../texts/server-texts.ts'
import { LineSwitch } from '../shared/line-switch.tsx'
import { RemoveButton } from '../shared/remove-button.tsx'
import { texts as organizationTexts } from '../shared/texts.ts'
import type { Provider } from './fields.ts'
import { Gone } from './gone.tsx'
import { withLabels } from './labels.ts'
import { ReturnAddress } from './preset-steps.tsx'
import { ProviderForm } from './provider-form.tsx'
import { providerTexts as texts } from './texts.ts'

interface TrialLinkProps {
  readonly name: string
  readonly address: string
}

/** Opens the page on which an owner tries to log in, in a window of its own. */
export function TrialLink({ name, address }: TrialLinkProps) {
  const { pathname } = new URL(address)
  return (
    <a
      class="button"
      href={pathname}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${texts.tryLogIn}: ${name}`}
    >
      {texts.tryLogIn}
    </a>
  )
}

/** What to register at a provider. */
function addressesOf(
  { kind, settings }: Provider,
  returnAddress: string,
): [label: string, address: string][] {
  const beside = (last: string) => returnAddress.replace(/callback$/, last)
  const addresses: [string, string][] = [[texts.returnAddress, returnAddress]]
  if (kind === 'saml') addresses.push([texts.entityId, beside('metadata')])
  if (settings.shares_log_outs !== true) return addresses
  if (kind === 'openid') addresses.push([texts.afterLogOut, new URL('/login', returnAddress).href])
  return [...addresses, [texts.logOutAddress, beside('log-out')]]
}

interface ProviderLineProps {
  readonly provider: Provider
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
  readonly onChanged: () => void
  /** Whether somebody else has removed the provider while the reader edits it. */
  readonly isGone: boolean
  readonly onEdit: (isEdited: boolean) => void
}

/** One provider: on or off, tested, changed, removed. */
export function ProviderLine({ provider, confirmed, onChanged, isGone, onEdit }: ProviderLineProps) {
  const { id: provider_id, display_name: name, kind, enabled, return_address } = provider
  const { saving, save } = useSaving()
  const { value: isOn, choose } = useChosen(enabled, saving)
  const isEdited = useSignal(false)
  const doing = async (call: () => Promise<unknown>) => {
    if (await save(() => confirmed(call))) onChanged()
  }
  const change = (next: boolean) => {
    choose(next)
    void doing(() =>
      server.call('PATCH /realm/log_in_providers/{provider_id}', { provider_id, enabled: next }),
    )
  }
  const edit = (next: boolean) => {
    isEdited.value = next
    onEdit(next)
  }
  return (
    <li class={isEdited.value ? 'edited' : undefined}>
      <span class="about">
        <strong class="word">
          <bdi>{name}</bdi>
        </strong>
        <span class="text">{texts.kinds[kind] ?? kind}</span>
      </span>
      {!isGone && (
        <>
          <LineSwitch text={texts.on} label={texts.offered(name)} isOn={isOn} onChange={change} />
          <button
            type="button"
            class="button"
            aria-label={texts.editWhat(name)}
            aria-expanded={isEdited.value}
            onClick={() => edit(!isEdited.value)}
          >
            {texts.edit}
          </button>
          <RemoveButton
            what={name}
            warning={texts.removeWarning}
            onRemove={() => {
              edit(false)
              void doing(() => server.call('DELETE /realm/log_in_providers/{provider_id}', { provider_id }))
            }}
          />
          {return_address !== null && (
            <div class="register">
              {addressesOf(provider, return_address).map(([label, address]) => (
                <ReturnAddress key={label} label={label} address={address} />
              ))}
            </div>
          )}
          <Test provider={provider} />
          {kind === 'ldap' && <Gone id={provider_id} confirmed={confirmed} />}
        </>
      )}
      <p class="problem" role="alert">
        {isGone && organizationTexts.goneMeanwhile(name)}
      </p>
      <Problem saving={saving} />
      {isEdited.value && (
        <ProviderForm
          {...{ kind, provider, isGone, confirmed }}
          onDone={() => {
            edit(false)
            onChanged()
          }}
          onClose={() => edit(false)}
        />
      )}
    </li>
  )
}

/**
 * Asks the provider and says what the server has found, and leads to a trial of a log-in. Nothing is changed.
 */
function Test({ provider: { id: provider_id, display_name, trial_address } }: { provider: Provider }) {
  const { saving, save } = useSaving()
  const result = useSignal<Answer<'POST /realm/log_in_providers/{provider_id}/test'> | undefined>(undefined)
  const test = () =>
    save(async () => {
      result.value = undefined
      const answer = await server.call('POST /realm/log_in_providers/{provider_id}/test', { provider_id })
      const [found, advice] = await Promise.all([answer.found, answer.advice ?? ''].map(translated))
      result.value = { ...answer, found: withLabels(found!), advice: withLabels(advice!) }
    })
  const { value } = result
  return (
    <div class="tested">
      <button type="button" class="button" onClick={() => void test()}>
        {texts.test}
      </button>
      <TrialLink name={display_name} address={trial_address} />
      <p class="text" role="status">
        {saving.name === 'saving' && texts.testing}
        {value !== undefined && (
          <>
            <strong>{value.good ? texts.good : texts.bad}</strong>: {value.found}
            {value.advice && ` – ${value.advice}`}
          </>
        )}
      </p>
      <Problem saving={saving} />
    </div>
  )
}
