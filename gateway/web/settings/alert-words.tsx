import { useSignal } from '@preact/signals'
import BellRing from 'lucide/dist/esm/icons/bell-ring.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId } from 'preact/hooks'
import { SavedMark } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { offerUndo } from '../store/verbs/undo.ts'

/** The words that notify the reader wherever somebody writes them. */
export function AlertWords() {
  const words = useStore().alertWords.value
  const list = useListFocus<HTMLUListElement>('button')
  return (
    <section>
      <h2 class="only-heard">{texts['alert-words']}</h2>
      <p class="text">{texts.alertWordsHint}</p>
      <AddWord words={words} />
      {words.length === 0 && (
        <Blank icon={BellRing} title={texts.noAlertWords} hint={texts.noAlertWordsHint} />
      )}
      <ul class="chosen-list" aria-label={texts['alert-words']} {...list}>
        {words.map((word) => (
          <Word key={word} word={word} />
        ))}
      </ul>
    </section>
  )
}

function AddWord({ words }: { words: readonly string[] }) {
  const typed = useSignal('')
  const known = useSignal('')
  const { saving, save } = useSaving()
  const id = useId()
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const word = typed.value.trim()
    if (word === '') return
    const same = words.find((one) => one.toLowerCase() === word.toLowerCase())
    known.value = same ?? ''
    if (same !== undefined) return
    const isDone = await save(() => server.call('POST /users/me/alert_words', { alert_words: [word] }))
    // The next word may be in the field already.
    if (isDone && typed.value.trim() === word) typed.value = ''
  }
  const shown = known.value ? ({ name: 'failed', problem: texts.isAlertWord(known.value) } as const) : saving
  return (
    <form class="add" onSubmit={(event) => void add(event)}>
      <label for={id}>{texts.newAlertWord}</label>
      <div class="beside">
        <input
          id={id}
          class="field"
          dir="auto"
          required
          maxLength={100}
          autocomplete="off"
          value={typed.value}
          aria-invalid={shown.name === 'failed'}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            known.value = ''
          }}
        />
        <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
          {texts.add}
        </button>
        <SavedMark saving={saving} />
      </div>
      <Problem id={`${id}-problem`} saving={shown} />
    </form>
  )
}

function Word({ word }: { word: string }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const remove = async () => {
    const isGone = await save(() =>
      server.call('DELETE /users/me/alert_words', { alert_words: [word] }, { isRepeatable: true }),
    )
    if (isGone)
      offerUndo(store, word, () => server.call('POST /users/me/alert_words', { alert_words: [word] }))
  }
  return (
    <li>
      <span class="word" dir="auto">
        {word}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.removeWord(word)}
        title={texts.removeWord(word)}
        onClick={() => void remove()}
      >
        <Icon node={X} />
      </button>
      <Problem saving={saving} />
    </li>
  )
}
