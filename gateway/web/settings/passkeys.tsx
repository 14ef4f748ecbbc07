import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { texts } from '../forms/security-texts.ts'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { briefly, dateOnlyOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import type { Factors, SecurityProps } from './security.tsx'

/** The reader's passkeys: add, rename, delete. */
export function Passkeys({ factors, confirmed, changed }: SecurityProps) {
  const { saving, save } = useSaving()
  const list = useListFocus<HTMLDivElement>('input, button')
  const add = () =>
    save(async () => {
      const { options } = await confirmed(() => server.call('POST /users/me/passkeys/begin'))
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({ optionsJSON: options as never }).catch(() => undefined)
      if (response === undefined) {
        problem.value = texts.passkeyFailed
        return
      }
      problem.value = ''
      const given = { response: JSON.stringify(response) }
      const { recovery_codes } = await confirmed(() => server.call('POST /users/me/passkeys', given))
      changed(recovery_codes)
    })
  const problem = useSignal('')
  return (
    <div {...list}>
      {factors.passkeys.length > 0 && (
        <ul class="factor-list">
          {factors.passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} confirmed={confirmed} changed={changed} />
          ))}
        </ul>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={() => void add()}>
          {texts.addPasskey}
        </button>
      </div>
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <Problem saving={saving} />
    </div>
  )
}

interface LineProps extends Pick<SecurityProps, 'confirmed' | 'changed'> {
  readonly passkey: Factors['passkeys'][number]
}

function Line({ passkey: { id, name, created_at, last_used_at }, confirmed, changed }: LineProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const newName = useSignal<string | undefined>(undefined)
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const used = last_used_at === null ? undefined : briefly(last_used_at, uses24Hours)
  const remove = () =>
    save(async () => {
      await confirmed(() => server.call('DELETE /users/me/passkeys/{passkey_id}', { passkey_id: id }))
      changed()
    })
  const rename = (event: SubmitEvent) => {
    event.preventDefault()
    const given = { passkey_id: id, name: newName.value?.trim() || name }
    void save(async () => {
      await server.call('PATCH /users/me/passkeys/{passkey_id}', given)
      newName.value = undefined
      changed()
    })
  }
  return (
    <li>
      {newName.value === undefined ? (
        <span class="about">
          <strong>{name}</strong>
          <span class="text">{texts.passkeyTimes(dateOnlyOf(created_at), used)}</span>
        </span>
      ) : (
        <form class="about" onSubmit={rename}>
          <input
            class="field"
            aria-label={texts.passkeyName}
            maxLength={60}
            value={newName.value}
            onInput={({ currentTarget }) => {
              newName.value = currentTarget.value
            }}
          />
          <button type="submit" class="button">
            {texts.save}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              newName.value = undefined
            }}
          >
            {t.cancel}
          </button>
        </form>
      )}
      {newName.value === undefined && (
        <span class="buttons">
          <button
            type="button"
            class="button"
            aria-label={texts.renamePasskey(name)}
            onClick={() => {
              newName.value = name
            }}
          >
            {texts.rename}
          </button>
          <button
            type="button"
            class="button risky"
            aria-label={texts.removePasskey(name)}
            onClick={() => {
              isAsking.value = true
            }}
          >
            {texts.remove}
          </button>
        </span>
      )}
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.removePasskeyQuestion(name)}
          warning={texts.removePasskeyWarning}
          action={texts.remove}
          onConfirm={() => void remove()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </li>
  )
}
