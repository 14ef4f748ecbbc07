import { Dialog } from '../parts/floating/dialog.tsx'
import { t } from '../texts/texts.ts'

interface ConfirmProps {
  readonly title: string
  readonly warning: string
  /** The name of the button that goes on. */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be taken back. */
export const Confirm = ({ title, warning, action, onConfirm, onClose }: ConfirmProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{warning}</p>
    <div class="buttons">
      <button type="button" class="button" onClick={onClose}>
        {t.cancel}
      </button>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          onClose()
          onConfirm()
        }}
      >
        {action}
      </button>
    </div>
  </Dialog>
)
