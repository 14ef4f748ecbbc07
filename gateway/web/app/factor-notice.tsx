import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { RequestError } from '../client/index.ts'
import { texts } from '../forms/security-texts.ts'
import { route } from '../model/current-route.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { dateOnlyOf } from '../texts/dates.ts'

/** Milliseconds between two questions at least, and the longest time that browsers wait for. */
const SHORTEST = 60_000
const LONGEST = 2 ** 31 - 1

/**
 * Tells people without a second factor from when the organization requires one, and leads them to it. The
 * line stands during the grace period; afterwards it leads to the page that must come before anything else.
 */
export function FactorNotice() {
  const store = useStore()
  /** Unix seconds; undefined while nothing is missing. */
  const from = useSignal<number | 'now' | undefined>(undefined)
  const isHidden = useSignal(false)
  const { two_factor_required_role: role, two_factor_grace_days: days } = store.realmSettings.value
  const { value: shown } = route
  const isThere = shown.view === 'settings' && shown.section === 'security'
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async () => {
      try {
        const { required_from, ...factors } = await server.call('GET /users/me/second_factors')
        if (isOver) return
        const hasOne = factors.authenticator_added !== null || factors.passkeys.length > 0
        from.value = hasOne || required_from === null ? undefined : required_from
        if (from.value !== undefined)
          timer = setTimeout(ask, Math.min(Math.max(from.value * 1000 - Date.now(), SHORTEST), LONGEST))
      } catch (error) {
        // Without an answer the line stays as it was.
        if (isOver || !(error instanceof RequestError) || error.code !== 'SECOND_FACTOR_REQUIRED') return
        from.value = 'now'
        isHidden.value = false
      }
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [role, days, isThere])
  const { value: since } = from
  if (since === undefined || isHidden.value || (isThere && since !== 'now')) return null
  return (
    <p>
      {since === 'now' ? texts.requiredNow : texts.requiredFrom(dateOnlyOf(since))}
      <a href={since === 'now' ? '/login/set-up' : '#settings/security'}>{texts.setFactorUp}</a>
      {since !== 'now' && (
        <button
          type="button"
          onClick={() => {
            isHidden.value = true
          }}
        >
          {texts.notNow}
        </button>
      )}
    </p>
  )
}
