import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { useConfirmation } from '../forms/confirm-identity.tsx'
import { texts } from '../forms/security-texts.ts'
import { server } from '../store/requests/server.ts'
import { dateOnlyOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { AuthenticatorPart } from './authenticator-part.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { CodesDialog, RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

export type Factors = Answer<'GET /users/me/second_factors'>

/** The data that the parts of the page share. */
export interface SecurityProps {
  readonly factors: Factors
  /** Runs a call that needs a recent log-in. */
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
  /** Loads the factors again, after a change. Shows recovery codes when there are new ones. */
  readonly changed: (codes?: readonly string[]) => void
}

/** How the reader logs in: password, second factor, passkeys, recovery codes, and where it is logged in. */
export function Security() {
  const factors = useSignal<Factors | 'failed' | undefined>(undefined)
  const codes = useSignal<readonly string[]>([])
  const { confirmed, dialog } = useConfirmation()
  const load = () =>
    void server.call('GET /users/me/second_factors').then(
      (answer) => {
        factors.value = answer
      },
      () => {
        factors.value ??= 'failed'
      },
    )
  useEffect(load, [])
  const changed = (added: readonly string[] = []) => {
    codes.value = added
    load()
  }
  const known = factors.value
  return (
    <>
      <section>
        <h2>{texts.password}</h2>
        <PasswordForm />
      </section>
      {typeof known === 'object' ? (
        <>
          <section>
            <h2>{texts.secondFactor}</h2>
            <p class="text">
              {known.required_from === null
                ? texts.secondFactorHint
                : texts.requiredFrom(dateOnlyOf(known.required_from))}
            </p>
            <AuthenticatorPart factors={known} confirmed={confirmed} changed={changed} />
            <RecoveryCodes factors={known} confirmed={confirmed} changed={changed} />
          </section>
          <section>
            <h2>{texts.passkeys}</h2>
            <p class="text">{texts.passkeysHint}</p>
            <Passkeys factors={known} confirmed={confirmed} changed={changed} />
          </section>
        </>
      ) : (
        <p class="text" role="status">
          {known === 'failed' ? texts.notLoaded : t.loading}
        </p>
      )}
      <section>
        <h2>{texts.sessions}</h2>
        <p class="text">{texts.sessionsHint}</p>
        <Sessions />
      </section>
      {dialog}
      {codes.value.length > 0 && (
        <CodesDialog
          codes={codes.value}
          onClose={() => {
            codes.value = []
          }}
        />
      )}
    </>
  )
}
