import X from 'lucide/dist/esm/icons/x.mjs'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'
import './dialog.css'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  readonly title: string
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog. Escape, its close button and a click outside close it. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(box)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by keys.
    <dialog
      ref={box}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) box.current?.close()
      }}
    >
      <div class="sheet">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t.close} onClick={() => box.current?.close()}>
            <Icon node={X} size={18} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
