import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { texts } from '../forms/security-texts.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { SecurityProps } from './security.tsx'

/** How many recovery codes the reader has left, and new ones. */
export function RecoveryCodes({ factors, confirmed, changed }: SecurityProps) {
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const hasFactor = factors.authenticator_added !== null || factors.passkeys.length > 0
  const renew = () =>
    save(async () => {
      const { recovery_codes } = await confirmed(() => server.call('POST /users/me/recovery_codes'))
      changed(recovery_codes)
    })
  return (
    <div class="factor">
      <h3>{texts.codes}</h3>
      <p class="text">{hasFactor ? texts.codesLeft(factors.recovery_codes_left) : texts.codesNone}</p>
      {hasFactor && (
        <div class="buttons">
          <button
            type="button"
            class="button"
            onClick={() => {
              isAsking.value = true
            }}
          >
            {texts.newCodes}…
          </button>
        </div>
      )}
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.newCodesQuestion}
          warning={texts.newCodesWarning}
          action={texts.newCodes}
          onConfirm={() => void renew()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}

/** Shows new codes once, to copy or download. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog title={texts.codesTitle} needsAnswer onClose={onClose}>
    <p>{texts.codesHint}</p>
    <pre class="recovery-codes">{codes.join('\n')}</pre>
    <div class="buttons">
      <a
        class="button"
        download="recovery-codes.txt"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${location.host}\n\n${codes.join('\n')}\n`)}`}
      >
        {texts.download}
      </a>
      <button type="button" class="button primary" onClick={onClose}>
        {texts.done}
      </button>
    </div>
  </Dialog>
)
