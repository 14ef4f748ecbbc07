import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { server } from '../store/requests/server.ts'
import type { Snippet } from '../store/slices/snippets.ts'
import { useStore } from '../store/use-store.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Changes the title and the text of a saved snippet. */
export function SnippetDialog({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  const store = useStore()
  const id = useId()
  const title = useSignal(snippet.title)
  const content = useSignal(snippet.content)
  const problem = useSignal('')
  const isSaving = useSignal(false)
  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isSaving.value) return
    isSaving.value = true
    try {
      await server.call(
        'PATCH /saved_snippets/{saved_snippet_id}',
        { saved_snippet_id: snippet.id, title: title.value.trim(), content: content.value },
        { isRepeatable: true },
      )
      onClose()
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isSaving.value = false
    }
  }
  return (
    <Dialog title={texts.changeSnippet} isWide onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void save(event)}>
        <label class="field">
          {texts.title}
          <input
            dir="auto"
            maxLength={60}
            autocomplete="off"
            value={title.value}
            aria-invalid={problem.value !== ''}
            aria-describedby={`${id}-problem`}
            onInput={({ currentTarget }) => {
              title.value = currentTarget.value
            }}
          />
        </label>
        <label class="field">
          {texts.text}
          <textarea
            class="long"
            dir="auto"
            maxLength={store.realm.value.maxMessageLength}
            value={content.value}
            aria-describedby={`${id}-problem`}
            onInput={({ currentTarget }) => {
              content.value = currentTarget.value
            }}
          />
        </label>
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem.value}
        </p>
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button main" aria-disabled={isSaving.value}>
            {t.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
