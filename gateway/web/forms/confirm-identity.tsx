import { useSignal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { type PlaceIds, usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import { IDENTITY } from './identity-places.ts'
import { PasswordField } from './password-field.tsx'
import { texts } from './security-texts.ts'

const isStale = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'REAUTHENTICATION_REQUIRED'

/** The reader has closed the dialog. Nothing was changed. */
class Declined extends Error {
  constructor() {
    super(texts.notConfirmed)
  }
}

/**
 * Repeats a call that needs a recent log-in, after the reader has proved who it is. `dialog` belongs into the
 * page.
 */
export function useConfirmation() {
  const waiting = useSignal<((isConfirmed: boolean) => void) | undefined>(undefined)
  const confirmed = async <T,>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!isStale(error)) throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => {
      waiting.value = resolve
    })
    waiting.value = undefined
    if (!isConfirmed) throw new Declined()
    return call()
  }
  const answer = waiting.value
  return { confirmed, dialog: answer && <ConfirmIdentity onAnswer={answer} /> }
}

function ConfirmIdentity({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { saving, save, at, problem, rest } = usePlaced(IDENTITY)
  const password = useSignal('')
  const code = useSignal('')
  const confirm = async (proof: () => Promise<unknown>) => {
    if (saving.name !== 'saving' && (await save(proof))) onAnswer(true)
  }
  const withPasskey = async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { options } = await server.call('POST /users/me/confirm_identity/passkey')
    const passkey = await startAuthentication({ optionsJSON: options as never })
    await server.call('POST /users/me/confirm_identity', { passkey: JSON.stringify(passkey) })
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void confirm(() =>
      server.call(
        'POST /users/me/confirm_identity',
        code.value === '' ? { password: password.value } : { code: code.value },
      ),
    )
  }
  return (
    <Dialog title={texts.confirmTitle} onClose={() => onAnswer(false)}>
      <p>{texts.confirmHint}</p>
      <form class="stacked" onSubmit={send}>
        <PasswordField
          ids={at('password')}
          label={texts.password}
          password={password}
          autocomplete="current-password"
          isOptional={code.value !== ''}
        />
        {problem('password', texts.password)}
        <CodeField ids={at('code')} label={texts.orCode} code={code} />
        {problem('code', texts.orCode)}
        {rest}
        <div class="buttons">
          <button type="button" class="button" onClick={() => void confirm(withPasskey)}>
            {texts.usePasskey}
          </button>
          <button type="submit" class="button primary" aria-disabled={saving.name === 'saving'}>
            {texts.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** A field for a code of an app, or a recovery code. */
export const CodeField = ({
  label,
  code,
  ids,
  isRequired = false,
}: {
  label: string
  ids?: PlaceIds
  code: { value: string }
  isRequired?: boolean
}) => (
  <label>
    {label}
    <input
      {...ids}
      class="field"
      autocomplete="one-time-code"
      maxLength={40}
      required={isRequired}
      value={code.value}
      onInput={({ currentTarget }) => {
        code.value = currentTarget.value
      }}
    />
  </label>
)
