import { useSignal } from '@preact/signals'
import { PasswordField } from '../forms/password-field.tsx'
import { useSaving } from '../forms/saving.ts'
import { texts } from '../forms/settings-texts.ts'
import { server } from '../store/requests/server.ts'

/** Changes the password, which ends the sessions of all browsers. */
export function PasswordForm() {
  const { saving, save } = useSaving()
  const old = useSignal('')
  const next = useSignal('')
  const change = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const isDone = await save(() =>
      server.call('PATCH /settings', { old_password: old.value, new_password: next.value }),
    )
    if (isDone) location.assign(`/login${location.hash}`)
  }
  return (
    <form class="stacked" onSubmit={(event) => void change(event)}>
      <p class="text">{texts.passwordHint}</p>
      <PasswordField label={texts.currentPassword} password={old} autocomplete="current-password" />
      <PasswordField label={texts.newPassword} password={next} autocomplete="new-password" />
      <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
        {texts.changePassword}
      </button>
      <p class="problem" role="alert">
        {saving.name === 'failed' && saving.problem}
      </p>
    </form>
  )
}
