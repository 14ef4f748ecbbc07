import { useSignal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { useConfirmation } from '../forms/confirm-identity.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { texts } from '../forms/settings-texts.ts'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { SHOW_KEY } from './places.ts'
import { SecretKey } from './secret-key.tsx'

/** Shows the reader's API key to somebody who knows the password, and replaces it. */
export function ApiKey() {
  const store = useStore()
  const me = store.people.value.get(store.me)
  const { saving, save, at, problem, rest } = usePlaced(SHOW_KEY)
  const password = useSignal('')
  const key = useSignal<string | undefined>(undefined)
  const isAsking = useSignal(false)
  const { confirmed, dialog } = useConfirmation()
  const controls = useListFocus<HTMLDivElement>('input, button')
  const show = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const username = me?.delivery_email ?? me?.email ?? ''
    void save(async () => {
      key.value = await server.call('POST /fetch_api_key', { username, password: password.value }).then(
        (answer) => answer.api_key,
        // The account has a second factor, so this recent log-in counts instead.
        async (error: unknown) => {
          if (!(error instanceof RequestError) || error.code !== 'PASSWORD_AUTH_DISABLED') throw error
          return (await confirmed(() => server.call('POST /users/me/api_key'))).api_key
        },
      )
      password.value = ''
    })
  }
  const replace = () =>
    save(async () => {
      await confirmed(() => server.call('POST /users/me/api_key/regenerate'))
      location.assign(`/login${location.hash}`)
    })
  return (
    <div {...controls}>
      <p class="text">{texts.apiKeyHint}</p>
      {key.value === undefined ? (
        <form class="stacked" onSubmit={show}>
          <PasswordField
            ids={at('password')}
            label={texts.currentPassword}
            password={password}
            autocomplete="current-password"
          />
          {problem('password', texts.currentPassword)}
          <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
            {texts.showKey}
          </button>
        </form>
      ) : (
        <div class="stacked">
          <SecretKey label={texts.apiKey} value={key.value} />
          <div class="buttons">
            <button
              type="button"
              class="button"
              onClick={() => {
                key.value = undefined
              }}
            >
              {texts.hideKey}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                isAsking.value = true
              }}
            >
              {texts.newKey}…
            </button>
          </div>
        </div>
      )}
      {rest}
      {dialog}
      {isAsking.value && (
        <Confirm
          title={texts.newKeyQuestion}
          warning={texts.newKeyWarning}
          action={texts.newKey}
          onConfirm={() => void replace()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}
