import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { server } from '../store/requests/server.ts'
import type { Snippet } from '../store/slices/snippets.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

/** Changes the title and the text of a saved snippet. */
export function SnippetDialog({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  const store = useStore()
  const id = useId()
  const title = useSignal(snippet.title)
  const content = useSignal(snippet.content)
  const problem = useSignal('')
  async function save(): Promise<void> {
    await server.call(
      'PATCH /saved_snippets/{saved_snippet_id}',
      { saved_snippet_id: snippet.id, title: title.value.trim(), content: content.value },
      { isRepeatable: true },
    )
    onClose()
  }
  return (
    <Dialog title={texts.changeSnippet} isWide onClose={onClose}>
      <DialogForm problemId={`${id}-problem`} problem={problem} action={t.save} save={save} onClose={onClose}>
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
      </DialogForm>
    </Dialog>
  )
}
