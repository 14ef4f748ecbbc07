import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { useHeld } from '../../parts/held/use-held.tsx'
import { usePlaced } from '../../saving/use-placed.tsx'
import { server } from '../../store/requests/server.ts'
import { t } from '../../texts/texts.ts'
import { texts as organizationTexts } from '../shared/texts.ts'
import type { Field, Values } from './field.ts'
import { FieldInput } from './field-input.tsx'
import { FIELDS, type Provider, settingsOf, textOf, valuesOf } from './fields.ts'
import { providerPlaces } from './places.ts'
import { PresetSteps } from './preset-steps.tsx'
import { type Preset, returnAddressOf } from './presets.ts'
import { providerTexts as texts } from './texts.ts'

const NAME: Field = { name: 'name', type: 'text' }
const DISPLAY_NAME: Field = { name: 'display_name', type: 'text' }

interface ProviderFormProps {
  /** What the provider speaks. */
  readonly kind: string
  /** Undefined for a new one. */
  readonly provider?: Provider
  /** Whether somebody else has removed the provider meanwhile. The form adds it again. */
  readonly isGone?: boolean
  /** What is known of a new one. */
  readonly preset?: Preset
  /** Where the addresses of providers begin, for a preset. */
  readonly base?: string
  /** Repeats a call after the reader has confirmed who it is. */
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The fields of a new or known provider. A refusal keeps what is typed, and stands beside its field. */
export function ProviderForm({
  kind,
  provider,
  isGone = false,
  preset,
  base = '',
  confirmed,
  onDone,
  onClose,
}: ProviderFormProps) {
  const isNew = provider === undefined || isGone
  const own = FIELDS[kind] ?? []
  const asked = preset?.asks ?? []
  const fields = [...(isNew ? [NAME] : []), DISPLAY_NAME, ...own]
  const { draft, set, choice, isDecided } = useHeld<Values>({
    name: provider?.name ?? preset?.name ?? '',
    display_name: provider?.display_name ?? preset?.title ?? '',
    ...valuesOf(own, provider?.settings),
    ...valuesOf(asked, undefined),
    ...preset?.settings(valuesOf(asked, undefined)),
  })
  const change = (name: string, value: string | boolean) => {
    const isAsked = asked.some((field) => field.name === name)
    set({ [name]: value, ...(isAsked && preset!.settings({ ...draft, [name]: value })) })
  }
  const places = useMemo(() => providerPlaces([...fields, ...asked]), [kind, preset, isNew])
  const { saving, save, at, problem, rest } = usePlaced(places)
  const send = () => {
    const { name, display_name } = draft as Readonly<Record<string, string>>
    const settings = settingsOf(own, draft, isNew)
    return confirmed<unknown>(() =>
      isNew
        ? server.call('POST /realm/log_in_providers', {
            ...{ kind, name: name!.trim(), display_name: display_name!, settings },
          })
        : server.call('PATCH /realm/log_in_providers/{provider_id}', {
            ...{ provider_id: provider.id, display_name: display_name!, settings },
          }),
    )
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || !isDecided()) return
    if (await save(send)) onDone()
  }
  const input = (field: Field) => (
    <Fragment key={field.name}>
      <FieldInput
        field={field}
        value={draft[field.name] ?? ''}
        isKept={!isNew && provider.secrets.includes(field.name)}
        placed={{ at, problem }}
        onChange={(value) => change(field.name, value)}
      />
      {saving.name !== 'saving' && choice(field.name, (value) => textOf(field, value))}
    </Fragment>
  )
  /** Whether a field of the kind stands beside what a preset asks for. */
  const isUsual = ({ name }: Field) =>
    /^client_(?:id|secret)$/.test(name) || preset?.shows?.includes(name) === true
  return (
    <form
      class="stacked"
      aria-label={provider === undefined ? texts.add : texts.editWhat(provider.display_name)}
      onSubmit={(event) => void submit(event)}
    >
      {preset === undefined ? (
        fields.map(input)
      ) : (
        <>
          {[...asked, NAME, DISPLAY_NAME].map(input)}
          <PresetSteps preset={preset} returnAddress={returnAddressOf(base, preset, String(draft.name))} />
          {own.filter(isUsual).map(input)}
          <details>
            <summary>{texts.more}</summary>
            <div class="stacked">{own.filter((field) => !isUsual(field)).map(input)}</div>
          </details>
        </>
      )}
      {rest}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {isGone ? organizationTexts.addAgain : isNew ? texts.addAction : texts.save}
        </button>
      </div>
    </form>
  )
}
