import type { ComponentChildren } from 'preact'
import type { Places } from '../../saving/places.ts'
import { type Placed, usePlaced } from '../../saving/use-placed.tsx'
import { t } from '../../texts/texts.ts'

interface Wrong<Field extends string> {
  readonly field: Field
  readonly problem: string
}

interface DialogFormProps<Field extends string> {
  /** Where refusals stand. */
  readonly places: Places<Field>
  /** The text of the button that saves. */
  readonly action: string
  /** Finds what the page itself refuses. */
  readonly check?: () => Wrong<Field> | undefined
  /** Saves what the fields hold. A rejection stands beside its field. */
  readonly save: () => Promise<void>
  readonly onClose: () => void
  readonly children: (placed: Placed<Field>) => ComponentChildren
}

/** The fields of a dialog above its buttons. It saves once at a time. */
export function DialogForm<Field extends string>({
  places,
  action,
  check,
  save: change,
  onClose,
  children,
}: DialogFormProps<Field>) {
  const { saving, save, refuse, at, problem, rest } = usePlaced(places)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const wrong = check?.()
    if (wrong !== undefined) refuse(wrong.problem, wrong.field)
    else void save(change)
  }
  return (
    <form class="dialog-form" noValidate onSubmit={submit}>
      {children({ at, problem })}
      {rest}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {action}
        </button>
      </div>
    </form>
  )
}
