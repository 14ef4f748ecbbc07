import { DestinationPicker } from '../../find/destination-picker.tsx'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { forward } from '../actions.ts'

/** Asks where a message goes, and opens the composer there with its quotation. */
export function ForwardDialog({ message }: { message: ShownMessage }) {
  const store = useStore()
  return (
    <Dialog title={t.forwardTo} onClose={() => closeOverlay(store)}>
      <DestinationPicker
        onChoose={(hash) => {
          closeOverlay(store)
          void forward(store, message, hash)
        }}
      />
    </Dialog>
  )
}
