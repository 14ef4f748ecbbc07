import { useSignal } from '@preact/signals'
import type { Answer } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { CodeField } from '../forms/confirm-identity.tsx'
import { texts } from '../forms/security-texts.ts'
import { Problem } from '../saving/problem.tsx'
import { usePlaced } from '../saving/use-placed.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { dateOnlyOf } from '../texts/dates.ts'
import { AUTHENTICATOR } from './places.ts'
import type { SecurityProps } from './security.tsx'

interface SetUp extends Answer<'POST /users/me/authenticator/begin'> {
  /** The QR code as the address of a picture. */
  readonly picture: string
}

/** The app that makes one-time codes: set up, replace, remove. */
export function AuthenticatorPart({ factors, confirmed, changed }: SecurityProps) {
  const { saving, save } = useSaving()
  const setUp = useSignal<SetUp | undefined>(undefined)
  const isAsking = useSignal(false)
  const added = factors.authenticator_added
  const begin = () =>
    save(async () => {
      const [{ renderSVG }, begun] = await Promise.all([
        import('uqr'),
        confirmed(() => server.call('POST /users/me/authenticator/begin')),
      ])
      const svg = renderSVG(begun.uri, { border: 2 })
      setUp.value = { ...begun, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` }
    })
  const remove = () =>
    save(async () => {
      await confirmed(() => server.call('DELETE /users/me/authenticator'))
      changed()
    })
  return (
    <div class="factor">
      <h3>{texts.app}</h3>
      <p class="text">{added === null ? texts.appNone : texts.appAdded(dateOnlyOf(added))}</p>
      {setUp.value === undefined ? (
        <div class="buttons">
          <button type="button" class="button" onClick={() => void begin()}>
            {added === null ? texts.addApp : texts.replaceApp}
          </button>
          {added !== null && (
            <button
              type="button"
              class="button risky"
              onClick={() => {
                isAsking.value = true
              }}
            >
              {texts.removeApp}…
            </button>
          )}
        </div>
      ) : (
        <SetUpForm
          setUp={setUp.value}
          confirmed={confirmed}
          onDone={(codes) => {
            setUp.value = undefined
            changed(codes)
          }}
        />
      )}
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.removeAppQuestion}
          warning={texts.removeAppWarning}
          action={texts.removeApp}
          onConfirm={() => void remove()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}

interface SetUpFormProps extends Pick<SecurityProps, 'confirmed'> {
  readonly setUp: SetUp
  readonly onDone: (codes: readonly string[]) => void
}

function SetUpForm({ setUp, confirmed, onDone }: SetUpFormProps) {
  const { saving, save, at, problem, rest } = usePlaced(AUTHENTICATOR)
  const code = useSignal('')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    void save(async () => {
      const given = { setup: setUp.setup, code: code.value }
      const { recovery_codes } = await confirmed(() => server.call('POST /users/me/authenticator', given))
      onDone(recovery_codes)
    })
  }
  return (
    <form class="stacked" onSubmit={send}>
      <p class="text">{texts.scan}</p>
      <img class="qr" src={setUp.picture} alt={texts.qrCode} width={200} height={200} />
      <p class="text">
        {texts.secret}: <code>{setUp.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeField ids={at('code')} label={texts.code} code={code} isRequired />
      {problem('code', texts.code)}
      <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
        {texts.goOn}
      </button>
      {rest}
    </form>
  )
}
