import { useSignal } from '@preact/signals'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId, useRef } from 'preact/hooks'
import { texts } from '../../message/overlays/texts.ts'
import { lengthOf } from '../../model/length.ts'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import './widget-dialog.css'
import { type WidgetKind, type WidgetLine, widgetText } from './widget-text.ts'

/** Most options or tasks of the form; people add further ones to the message. */
const MOST_LINES = 50
const EMPTY: WidgetLine = { name: '', description: '' }

interface WidgetDialogProps {
  readonly kind: WidgetKind
  readonly onSend: (text: string) => void
  readonly onClose: () => void
}

/** The form of a poll or a to-do list. An empty line follows the written ones. */
export function WidgetDialog({ kind, onSend, onClose }: WidgetDialogProps) {
  const store = useStore()
  const id = useId()
  const names = texts.widgetForms[kind]
  const title = useSignal('')
  const lines = useSignal<readonly WidgetLine[]>([EMPTY, EMPTY])
  const problem = useSignal('')
  const titleField = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)

  const change = (index: number, fields: Partial<WidgetLine>) => {
    const next = lines.value.map((line, n) => (n === index ? { ...line, ...fields } : line))
    if (next.at(-1)!.name !== '' && next.length < MOST_LINES) next.push(EMPTY)
    lines.value = next
  }
  const focusLine = (index: number) =>
    list.current?.querySelectorAll('li')[index]?.querySelector('input')?.focus()

  function submit(): void {
    if (title.value.trim() === '') {
      problem.value = names.titleNeeded
      titleField.current?.focus()
      return
    }
    const text = widgetText(kind, title.value, lines.value)
    const { maxMessageLength } = store.realm.value
    if (lengthOf(text) > maxMessageLength) problem.value = t.messageTooLong(maxMessageLength)
    else onSend(text)
  }

  return (
    <Dialog title={names.form} onClose={onClose}>
      <form
        class="widget-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label for={id}>{names.title}</label>
        <input
          ref={titleField}
          id={id}
          class="field"
          dir="auto"
          autocomplete="off"
          autofocus
          value={title.value}
          aria-invalid={problem.value !== '' && title.value.trim() === ''}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => {
            title.value = currentTarget.value
            problem.value = ''
          }}
        />
        <ol ref={list} aria-label={names.lines}>
          {lines.value.map((line, n) => (
            <li key={n}>
              <input
                class="field"
                dir="auto"
                autocomplete="off"
                aria-label={names.line(n + 1)}
                placeholder={names.line(n + 1)}
                value={line.name}
                onInput={({ currentTarget }) => change(n, { name: currentTarget.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || line.name === '') return
                  event.preventDefault()
                  focusLine(n + 1)
                }}
              />
              {kind === 'todo' && (
                <input
                  class="field"
                  dir="auto"
                  autocomplete="off"
                  aria-label={texts.descriptionOf(n + 1)}
                  placeholder={texts.descriptionOf(n + 1)}
                  value={line.description}
                  onInput={({ currentTarget }) => change(n, { description: currentTarget.value })}
                />
              )}
              <button
                type="button"
                class="icon-button"
                aria-label={texts.removeLine(n + 1)}
                title={texts.removeLine(n + 1)}
                disabled={lines.value.length === 1 || (n === lines.value.length - 1 && line.name === '')}
                onClick={() => {
                  lines.value = lines.value.filter((_, other) => other !== n)
                  requestAnimationFrame(() => focusLine(Math.min(n, lines.value.length - 1)))
                }}
              >
                <Icon node={X} />
              </button>
            </li>
          ))}
        </ol>
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem.value}
        </p>
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button main">
            {t.send}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
