import { useId } from 'preact/hooks'
import { copy } from '../../parts/copy.ts'
import { useStore } from '../../store/use-store.ts'
import type { Preset } from './presets.ts'
import { providerTexts as texts } from './texts.ts'

interface PresetStepsProps {
  readonly preset: Preset
  /** Empty while it is not known. */
  readonly returnAddress: string
}

/** What to do at the provider, by steps. */
export function PresetSteps({
  preset: { name, title, path, addressField },
  returnAddress,
}: PresetStepsProps) {
  const note = texts.presetNotes[name]
  return (
    <ol class="preset-steps">
      <li>
        <p class="text">{texts.registerAt(title)}</p>
        <p class="text path">
          <bdi dir="ltr" lang="en">
            {path.join(' › ')}
          </bdi>
        </p>
      </li>
      <li>
        <p class="text">
          {texts.enterAddressAs}{' '}
          <bdi lang="en">
            <em>{addressField}</em>
          </bdi>
        </p>
        <ReturnAddress address={returnAddress} />
      </li>
      {note !== undefined && (
        <li>
          <p class="text">{note}</p>
        </li>
      )}
      <li>
        <p class="text">{texts.enterIds}</p>
      </li>
    </ol>
  )
}

interface ReturnAddressProps {
  readonly address: string
  /** What the address is for. */
  readonly label?: string
}

/** An address to enter at the provider, with a button that copies it. */
export function ReturnAddress({ address, label }: ReturnAddressProps) {
  const store = useStore()
  const id = useId()
  const copied = (
    <p class="text return-address">
      <code dir="ltr">{address === '' ? '…' : address}</code>{' '}
      <button
        type="button"
        class="button"
        aria-describedby={label && id}
        aria-disabled={address === ''}
        onClick={() => address !== '' && void copy(store, address, texts.addressCopied)}
      >
        {texts.copyAddress}
      </button>
    </p>
  )
  return label === undefined ? (
    copied
  ) : (
    <>
      <p class="text" id={id}>
        {label}:
      </p>
      {copied}
    </>
  )
}
