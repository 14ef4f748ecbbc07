import { useSignal } from '@preact/signals'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { Confirm } from '../../forms/confirm.tsx'
import { Icon } from '../../parts/icon.tsx'
import { texts } from './texts.ts'

interface RemoveButtonProps {
  /** The name of what is removed. */
  readonly what: string
  readonly warning: string
  readonly onRemove: () => void
}

/** Removes an entry of a list after a question. */
export function RemoveButton({ what, warning, onRemove }: RemoveButtonProps) {
  const isAsked = useSignal(false)
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.removeWhat(what)}
        title={texts.remove}
        onClick={() => {
          isAsked.value = true
        }}
      >
        <Icon node={Trash} />
      </button>
      {isAsked.value && (
        <Confirm
          title={texts.removeQuestion(what)}
          warning={warning}
          action={texts.remove}
          onConfirm={onRemove}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </>
  )
}
