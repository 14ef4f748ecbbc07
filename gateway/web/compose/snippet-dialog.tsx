import { texts } from '../message/overlays/texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { DialogForm } from '../parts/floating/dialog-form.tsx'
import { useHeld } from '../parts/held/use-held.tsx'
import { server } from '../store/requests/server.ts'
import type { Snippet } from '../store/slices/snippets.ts'
import { useStore } from '../store/use-store.ts'
import { offerUndo } from '../store/verbs/undo.ts'
import { t } from '../texts/texts.ts'
import { SNIPPET } from './places.ts'

/** Changes the title and the text of a saved snippet. */
export function SnippetDialog({ snippet: opened, onClose }: { snippet: Snippet; onClose: () => void }) {
  const store = useStore()
  const snippet = store.snippets.value.get(opened.id) ?? opened
  const { draft, set, choice, isDecided } = useHeld({ title: snippet.title, content: snippet.content })
  async function save(): Promise<void> {
    if (!isDecided()) return
    const { id: saved_snippet_id, title, content } = snippet
    const change = (given: { title: string; content: string }) =>
      server.call(
        'PATCH /saved_snippets/{saved_snippet_id}',
        { saved_snippet_id, ...given },
        { isRepeatable: true },
      )
    await change({ title: draft.title.trim(), content: draft.content })
    offerUndo(store, title, () => change({ title, content }), t.changed)
    onClose()
  }
  return (
    <Dialog title={texts.changeSnippet} isWide onClose={onClose}>
      <DialogForm places={SNIPPET} action={t.save} save={save} onClose={onClose}>
        {({ at, problem }) => (
          <>
            <label class="field">
              {texts.title}
              <input
                {...at('title')}
                dir="auto"
                maxLength={60}
                autocomplete="off"
                value={draft.title}
                onInput={({ currentTarget }) => set({ title: currentTarget.value })}
              />
            </label>
            {problem('title', texts.title)}
            {choice('title')}
            <label class="field">
              {texts.text}
              <textarea
                {...at('content')}
                class="long"
                dir="auto"
                maxLength={store.realm.value.maxMessageLength}
                value={draft.content}
                onInput={({ currentTarget }) => set({ content: currentTarget.value })}
              />
            </label>
            {problem('content', texts.text)}
            {choice('content')}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
