import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { t } from '../../texts/texts.ts'
import { FIELDS } from './fields.ts'
import { PRESETS, type Preset } from './presets.ts'
import { ProviderForm } from './provider-form.tsx'
import { providerTexts as texts } from './texts.ts'

interface NewProviderProps {
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
  /** Where the addresses of providers begin. */
  readonly base: string
  readonly onAdded: () => void
}

type Choice =
  | { readonly is: 'closed' | 'open' }
  | { readonly is: 'preset'; readonly preset: Preset }
  | { readonly is: 'kind'; readonly kind: string }

/** Adds a provider: a known one with a button of its own, or any other by what it speaks. */
export function NewProvider({ confirmed, base, onAdded }: NewProviderProps) {
  const choice = useSignal<Choice>({ is: 'closed' })
  const id = useId()
  const kinds = Object.keys(FIELDS)
  const { value } = choice
  const choose = (next: Choice) => {
    choice.value = next
  }
  if (value.is === 'closed')
    return (
      <div class="buttons">
        <button type="button" class="button" onClick={() => choose({ is: 'open' })}>
          {texts.add}…
        </button>
      </div>
    )
  const close = () => choose({ is: 'closed' })
  const done = () => {
    close()
    onAdded()
  }
  return (
    <div class="new-provider">
      <h3>{texts.add}</h3>
      <fieldset class="presets">
        <legend>{texts.chooseProvider}</legend>
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            class="button"
            aria-pressed={value.is === 'preset' && value.preset === preset}
            onClick={() => choose({ is: 'preset', preset })}
          >
            {preset.title}
          </button>
        ))}
        <button
          type="button"
          class="button"
          aria-pressed={value.is === 'kind'}
          onClick={() => choose({ is: 'kind', kind: kinds[0]! })}
        >
          {texts.otherProvider}
        </button>
      </fieldset>
      {value.is === 'open' && (
        <div class="buttons">
          <button type="button" class="button" onClick={close}>
            {t.cancel}
          </button>
        </div>
      )}
      {value.is === 'kind' && (
        <div class="stacked">
          <label for={id}>
            {texts.kind}
            <select
              id={id}
              value={value.kind}
              onChange={({ currentTarget }) => choose({ is: 'kind', kind: currentTarget.value })}
            >
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {texts.kinds[one] ?? one}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {value.is === 'kind' && (
        <ProviderForm
          key={value.kind}
          kind={value.kind}
          confirmed={confirmed}
          onDone={done}
          onClose={close}
        />
      )}
      {value.is === 'preset' && (
        <ProviderForm
          key={value.preset.name}
          kind={value.preset.kind}
          preset={value.preset}
          base={base}
          confirmed={confirmed}
          onDone={done}
          onClose={close}
        />
      )}
    </div>
  )
}
