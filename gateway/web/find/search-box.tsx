import { useSignal } from '@preact/signals'
import Search from 'lucide/dist/esm/icons/search.mjs'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { route } from '../model/current-route.ts'
import { useCommand } from '../parts/commands.ts'
import { OptionList, optionId } from '../parts/floating/option-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { homeHash } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { openNewest } from '../store/verbs/load-messages.ts'
import { t } from '../texts/texts.ts'
import './search-box.css'
import { searchRequest } from './search-request.ts'
import { textOfTerms } from './search-terms.ts'
import { type SearchMode, type Suggestion, suggestionsFor } from './suggestions.ts'

const LIST = 'search-suggestions'

/** Offered first when the reader erases the text of the open search. */
const leave = (store: Store): Suggestion => ({
  key: 'leave',
  name: t.leaveSearch,
  mark: { kind: 'view' },
  href: store.isSpectator ? '#' : homeHash(store),
})

/** Finds messages, people and channels, and opens them. */
export function SearchBox() {
  const store = useStore()
  const field = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  const mode = useSignal<SearchMode>('search')
  const isOpen = useSignal(false)
  /** Undefined until the reader chooses a suggestion. */
  const chosen = useSignal<number | undefined>(undefined)
  const { value } = route
  const searched =
    value.view === 'messages' && value.narrow.kind === 'search' ? textOfTerms(store, value.narrow.terms) : ''
  useLayoutEffect(() => {
    text.value = searched
  }, [searched])

  useCommand('focus-search', () => {
    field.current?.focus()
    field.current?.select()
  })
  const requested = searchRequest(store).value
  // Not after the frame: the reader may have closed the suggestions by then.
  useLayoutEffect(() => {
    if (requested === undefined) return
    mode.value = requested.mode
    const feed = store.messages.list({ kind: 'feed' })
    if (!feed.stretch.peek().hasNewest) void openNewest(store, feed)
    open()
    field.current!.focus()
  }, [requested])

  const isErased = searched !== '' && mode.value === 'search' && text.value.trim() === ''
  const found = isOpen.value ? suggestionsFor(store, text.value, mode.value) : undefined
  const suggestions = [...(found && isErased ? [leave(store)] : []), ...(found?.suggestions ?? [])]
  const unclear = found?.unclear
  // Enter does not complete a word of a search that cannot be made, until the reader chooses that.
  const first = unclear === undefined ? 0 : -1
  const index = Math.min(chosen.value ?? first, suggestions.length - 1)

  function open(): void {
    isOpen.value = true
    chosen.value = undefined
  }
  function close(): void {
    isOpen.value = false
    mode.value = 'search'
  }
  /** A text that was not searched for goes with the focus; another window does not take it. */
  function left(): void {
    close()
    if (document.activeElement !== field.current) text.value = searched
  }
  function choose(suggestion: Suggestion): void {
    if ('text' in suggestion) {
      text.value = suggestion.text
      chosen.value = undefined
      field.current!.focus()
      return
    }
    close()
    text.value = searched
    field.current!.blur()
    location.hash = suggestion.href
  }
  function pressed(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const suggestion = suggestions[index]
    if (step !== 0 && suggestions.length > 0) {
      const next = index === -1 && step === -1 ? -1 : index + step
      chosen.value = (next + suggestions.length) % suggestions.length
    } else if (event.key === 'Enter' && suggestion !== undefined) choose(suggestion)
    else if (event.key === 'Escape') {
      close()
      text.value = searched
      field.current!.blur()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search class="search-box">
      <Icon node={Search} />
      <input
        ref={field}
        type="text"
        dir="auto"
        role="combobox"
        value={text.value}
        aria-label={t.search}
        placeholder={t.search}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="search"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={LIST}
        aria-activedescendant={index >= 0 ? optionId(LIST, index) : undefined}
        onInput={(event) => {
          text.value = event.currentTarget.value
          open()
        }}
        onFocus={open}
        onBlur={left}
        onKeyDown={pressed}
      />
      <span class="keys" aria-hidden="true">
        {t.jumpKeys}
      </span>
      <div class="search-suggestions">
        <p role="status" class="search-problem" dir="auto">
          {unclear && t.unclearNames[unclear.sought][unclear.found](unclear.name)}
        </p>
        {suggestions.length > 0 && (
          <OptionList id={LIST} options={suggestions} chosen={index} choose={choose} />
        )}
      </div>
    </search>
  )
}
