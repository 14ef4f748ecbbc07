import { useSignal } from '@preact/signals'
import { destinationsFor, type Suggestion } from '../../find/suggestions.ts'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { OptionList, optionId } from '../../parts/floating/option-list.tsx'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { forward } from '../actions.ts'
import './forward-dialog.css'
import { closeOverlay } from '../../parts/floating/overlay.ts'

const LIST = 'forward-places'

/** Asks where a message goes, and opens the composer there with its quotation. */
export function ForwardDialog({ message }: { message: ShownMessage }) {
  const store = useStore()
  const text = useSignal('')
  const chosen = useSignal(0)
  const places = destinationsFor(store, text.value)
  const index = Math.min(chosen.value, places.length - 1)

  function choose(place: Suggestion): void {
    if (!('href' in place)) return
    closeOverlay()
    void forward(store, message, place.href)
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
    <Dialog title={t.forwardTo} onClose={closeOverlay}>
      <div class="forward-dialog">
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
    </Dialog>
  )
}
