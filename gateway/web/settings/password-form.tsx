import { useSignal } from '@preact/signals'
import { PasswordField } from '../forms/password-field.tsx'
import { texts } from '../forms/settings-texts.ts'
import { usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import { NEW_PASSWORD } from './places.ts'

/** Changes the password, which ends the sessions of all browsers. */
export function PasswordForm() {
  const { saving, save, at, problem, rest } = usePlaced(NEW_PASSWORD)
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
      <PasswordField
        ids={at('old_password')}
        label={texts.currentPassword}
        password={old}
        autocomplete="current-password"
      />
      {problem('old_password', texts.currentPassword)}
      <PasswordField
        ids={at('new_password')}
        label={texts.newPassword}
        password={next}
        autocomplete="new-password"
      />
      {problem('new_password', texts.newPassword)}
      {rest}
      <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
        {texts.changePassword}
      </button>
    </form>
  )
}
