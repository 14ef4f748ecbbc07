import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import './bottom-sheet.css'
import { useModal } from './use-modal.ts'

interface BottomSheetProps {
  /** Its name for screen readers. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal sheet at the lower edge of the screen. A tap outside, Escape and the back button close it. */
export function BottomSheet({ label, onClose, children }: BottomSheetProps) {
  const box = useRef<HTMLDialogElement>(null)
  useModal(box)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by keys.
    <dialog
      ref={box}
      class="bottom-sheet"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) box.current?.close()
      }}
    >
      <div class="content">{children}</div>
    </dialog>
  )
}
