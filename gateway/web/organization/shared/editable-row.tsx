import { useSignal } from '@preact/signals'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/icon.tsx'
import { RemoveButton } from './remove-button.tsx'
import { texts } from './texts.ts'

export interface EditableRowProps {
  /** The name of the entry, in the names of its buttons. */
  readonly what: string
  readonly isFixed: boolean
  /** What the question says before the entry is removed. */
  readonly warning: string
  readonly onRemove: () => void
  readonly about: ComponentChildren
  /** The form that edits the entry instead of the row. */
  readonly form: (onClose: () => void) => ComponentChildren
  /** Whether somebody else has removed the entry while the reader edits it. */
  readonly isGone: boolean
  readonly onEdit: (isEdited: boolean) => void
  /** Below the row. */
  readonly children: ComponentChildren
}

/** An entry of a list: what it is, and for administrators the buttons that edit and remove it. */
export function EditableRow({
  what,
  isFixed,
  warning,
  onRemove,
  about,
  form,
  isGone,
  onEdit,
  children,
}: EditableRowProps) {
  const isEdited = useSignal(false)
  if (isEdited.value) {
    const close = () => {
      isEdited.value = false
      onEdit(false)
    }
    return (
      <div class="edited">
        <p class="problem" role="alert">
          {isGone && texts.goneMeanwhile(what)}
        </p>
        {form(close)}
      </div>
    )
  }
  return (
    <>
      {about}
      {!isFixed && (
        <>
          <button
            type="button"
            class="icon-button"
            aria-label={texts.editOf(what)}
            title={texts.edit}
            onClick={() => {
              isEdited.value = true
              onEdit(true)
            }}
          >
            <Icon node={Pencil} />
          </button>
          <RemoveButton what={what} warning={warning} onRemove={onRemove} />
        </>
      )}
      {children}
    </>
  )
}
