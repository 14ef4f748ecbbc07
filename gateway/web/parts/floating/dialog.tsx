import X from 'lucide/dist/esm/icons/x.mjs'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../texts/texts.ts'
import './dialog.css'
import { Icon } from '../icon.tsx'
import { useModal } from './use-modal.ts'

/** What the reader can fill in. An application is a control of our own. */
const FIELD = [
  'input:not([type=hidden], [type=file], [readonly], :disabled)',
  'textarea:not([readonly], :disabled)',
  'select:not(:disabled)',
  '[role=application]',
].join()

interface DialogProps {
  readonly title: string
  readonly isWide?: boolean
  /** Only its own buttons close the dialog, because closing it by accident would lose something. */
  readonly needsAnswer?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/**
 * A modal dialog. Escape, its close button and a click outside close it, unless it needs an answer. It opens
 * with the focus in the field with `autofocus`, else in its first one.
 */
export function Dialog({ title, isWide = false, needsAnswer = false, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(box)
  useLayoutEffect(() => {
    // Without a field, the browser has chosen the first button.
    if (box.current!.querySelector('[autofocus]') === null)
      box.current!.querySelector<HTMLElement>(FIELD)?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by keys.
    <dialog
      ref={box}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      closedby={needsAnswer ? 'none' : undefined}
      onClose={onClose}
      onCancel={(event) => {
        if (needsAnswer) event.preventDefault()
      }}
      onClick={(event) => {
        if (event.target === box.current && !needsAnswer) box.current?.close()
      }}
    >
      <div class="sheet">
        <header>
          <h2 id={id}>{title}</h2>
          {!needsAnswer && (
            <button
              type="button"
              class="icon-button"
              aria-label={t.close}
              onClick={() => box.current?.close()}
            >
              <Icon node={X} size={18} />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
