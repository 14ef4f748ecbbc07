import { useSignal } from '@preact/signals'
import { texts } from '../forms/people-texts.ts'
import { TypedName } from '../forms/typed-name.tsx'
import type { User } from '../model/wire.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { t } from '../texts/texts.ts'

interface EraseDialogProps {
  readonly person: User
  readonly onConfirm: (deletesMessages: boolean) => void
  readonly onClose: () => void
}

/** Asks whether to delete the messages, and for the person's name, before data is erased for good. */
export function EraseDialog({ person: { full_name: name }, onConfirm, onClose }: EraseDialogProps) {
  const deletesMessages = useSignal(false)
  const typed = useSignal('')
  const isSame = typed.value.trim() === name.trim()
  const erase = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSame) return
    onClose()
    onConfirm(deletesMessages.value)
  }
  return (
    <Dialog title={texts.eraseQuestion(name)} onClose={onClose}>
      <p>{texts.eraseWarning}</p>
      <form onSubmit={erase}>
        <fieldset class="choices">
          <legend>{texts.messagesOfPerson}</legend>
          {([false, true] as const).map((value) => (
            <label key={String(value)} class="check">
              <input
                type="radio"
                name="messages"
                checked={deletesMessages.value === value}
                onChange={() => {
                  deletesMessages.value = value
                }}
              />
              {value ? texts.deleteMessages : texts.keepMessages}
            </label>
          ))}
        </fieldset>
        <TypedName label={texts.typePersonName(name)} typed={typed} />
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button danger" disabled={!isSame}>
            {texts.erasePerson}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
