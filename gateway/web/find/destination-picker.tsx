import { useSignal } from '@preact/signals'
import { OptionList, optionId } from '../parts/floating/option-list.tsx'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import './destination-picker.css'
import { destinationsFor, type Suggestion } from './suggestions.ts'

const LIST = 'destinations'

/** Finds a conversation, a person or a channel for a message. `onChoose` gets the address of its view. */
export function DestinationPicker({ onChoose }: { onChoose: (hash: string) => void }) {
  const store = useStore()
  const text = useSignal('')
  const chosen = useSignal(0)
  const places = destinationsFor(store, text.value)
  const index = Math.min(chosen.value, places.length - 1)

  const choose = (place: Suggestion) => {
    if ('href' in place) onChoose(place.href)
  }

  function pressed(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const place = places[index]
    if (place === undefined) return
    if (step !== 0) chosen.value = (index + step + places.length) % places.length
    else if (event.key === 'Enter') choose(place)
    else return
    event.preventDefault()
  }

  return (
    <div class="destination-picker">
      <input
        dir="auto"
        role="combobox"
        value={text.value}
        aria-label={t.findPlace}
        placeholder={t.findPlace}
        autocomplete="off"
        autofocus
        aria-autocomplete="list"
        aria-expanded={places.length > 0}
        aria-controls={LIST}
        aria-activedescendant={places.length > 0 ? optionId(LIST, index) : undefined}
        onInput={(event) => {
          text.value = event.currentTarget.value
          chosen.value = 0
        }}
        onKeyDown={pressed}
      />
      {places.length > 0 ? (
        <OptionList id={LIST} options={places} chosen={index} choose={choose} />
      ) : (
        <p role="status">{t.noPlace}</p>
      )}
    </div>
  )
}
