import { useSignal } from '@preact/signals'
import BookmarkPlus from 'lucide/dist/esm/icons/bookmark-plus.mjs'
import Bookmark from 'lucide/dist/esm/icons/notebook-pen.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useRef } from 'preact/hooks'
import { useCommand } from '../parts/commands.ts'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.tsx'
import { server } from '../store/requests/server.ts'
import type { Snippet } from '../store/slices/snippets.ts'
import { useStore } from '../store/use-store.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { removeUndoably } from '../store/verbs/undo.ts'
import { t } from '../texts/texts.ts'

const SnippetDialog = lazily(async () => (await import('./snippet-dialog.tsx')).SnippetDialog)

/** Texts that the writer uses often: inserts one, saves the typed text, deletes one. */
export function SnippetMenu({ text, put }: { text: string; put: (content: string) => void }) {
  const store = useStore()
  const menu = useRef<HTMLDivElement>(null)
  const title = useSignal('')
  const problem = useSignal('')
  const changed = useSignal<Snippet | undefined>(undefined)
  const snippets = [...store.snippets.value.values()].sort((a, b) => a.title.localeCompare(b.title))
  const canSave = title.value.trim() !== '' && text.trim() !== ''

  async function save(): Promise<void> {
    if (!canSave) return
    try {
      await server.call('POST /saved_snippets', { title: title.value.trim(), content: text })
      title.value = ''
      problem.value = ''
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }

  const remove = ({ id: saved_snippet_id, title, content }: Snippet) =>
    removeUndoably(
      store,
      title,
      () =>
        server.call(
          'DELETE /saved_snippets/{saved_snippet_id}',
          { saved_snippet_id },
          { isRepeatable: true },
        ),
      () => server.call('POST /saved_snippets', { title, content }),
    )

  useCommand('open-snippets', () => menu.current?.togglePopover())
  return (
    <>
      <button
        type="button"
        class="icon-button"
        popovertarget="snippet-menu"
        aria-label={t.snippets}
        title={t.snippets}
      >
        <Icon node={Bookmark} />
      </button>
      <div ref={menu} id="snippet-menu" class="menu snippet-menu" popover="auto">
        <h2>{t.snippets}</h2>
        {snippets.length === 0 && <p class="nothing">{t.noSnippets}</p>}
        <ul>
          {snippets.map((snippet) => (
            <li key={snippet.id}>
              <button
                type="button"
                onClick={() => {
                  menu.current?.hidePopover()
                  put(snippet.content)
                }}
              >
                <span class="ellipsis">{snippet.title}</span>
                <span class="note ellipsis">{snippet.content}</span>
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={t.editSnippet(snippet.title)}
                title={t.editSnippet(snippet.title)}
                onClick={() => {
                  menu.current?.hidePopover()
                  changed.value = snippet
                }}
              >
                <Icon node={PencilLine} />
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={t.deleteSnippet(snippet.title)}
                onClick={() => void remove(snippet)}
              >
                <Icon node={Trash} />
              </button>
            </li>
          ))}
        </ul>
        <div class="at-time">
          <input
            value={title.value}
            aria-label={t.snippetTitle}
            placeholder={t.snippetTitle}
            maxLength={60}
            onInput={(event) => {
              title.value = event.currentTarget.value
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
          />
          <button type="button" class="button" disabled={!canSave} onClick={save}>
            <Icon node={BookmarkPlus} />
            {t.saveSnippet}
          </button>
        </div>
        <p class="problem" role="alert">
          {problem.value}
        </p>
      </div>
      {changed.value !== undefined && (
        <SnippetDialog
          snippet={changed.value}
          onClose={() => {
            changed.value = undefined
          }}
        />
      )}
    </>
  )
}
