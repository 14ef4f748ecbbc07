import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { reasonOf } from '../../store/verbs/notice.ts'
import { t } from '../../texts/texts.ts'

interface DialogFormProps {
  /** The id of the sentence about what is wrong, for `aria-describedby` of fields. */
  readonly problemId: string
  readonly problem: Signal<string>
  /** The text of the button that saves. */
  readonly action: string
  /** Saves what the fields hold. A rejection becomes the problem. */
  readonly save: () => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The fields of a dialog above its problem and its buttons. It saves once at a time. */
export function DialogForm({ problemId, problem, action, save, onClose, children }: DialogFormProps) {
  const isSaving = useSignal(false)
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isSaving.value) return
    isSaving.value = true
    try {
      await save()
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isSaving.value = false
    }
  }
  return (
    <form class="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <p id={problemId} class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={isSaving.value}>
          {action}
        </button>
      </div>
    </form>
  )
}
