import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { deviceName } from '../../../core/people/credentials/device-name.ts'
import type { Answer } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { texts } from '../forms/security-texts.ts'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { briefly, dateOnlyOf } from '../texts/dates.ts'
import { language } from '../texts/language.ts'
import { t } from '../texts/texts.ts'

type Session = Answer<'GET /users/me/sessions'>['sessions'][number]

/** The browsers in which the reader is logged in, and how to log out of them. */
export function Sessions() {
  const store = useStore()
  const sessions = useSignal<readonly Session[] | 'failed' | undefined>(undefined)
  const isAsked = useSignal(false)
  const { saving, save } = useSaving()
  const list = useListFocus<HTMLDivElement>('button')
  const load = () =>
    server.call('GET /users/me/sessions').then(
      (answer) => {
        sessions.value = answer.sessions
      },
      () => {
        sessions.value ??= 'failed'
      },
    )
  useEffect(() => void load(), [])
  const end = (session_id: string) =>
    save(async () => {
      await server.call('DELETE /users/me/sessions/{session_id}', { session_id })
      await load()
    })
  const endOthers = () =>
    save(async () => {
      await server.call('DELETE /users/me/sessions')
      await load()
    })
  const known = sessions.value
  if (known === undefined || known === 'failed') {
    return (
      <p class="text" role="status">
        {known === 'failed' ? texts.notLoaded : t.loading}
      </p>
    )
  }
  const uses24Hours = store.settings.value.twenty_four_hour_time
  return (
    <div {...list}>
      <ul class="factor-list">
        {known.map(({ id, program, system, address, started_at, last_used_at, is_current }) => (
          <li key={id}>
            <span class="about">
              <strong>{deviceName(language, { program, system })}</strong>{' '}
              {is_current && <span class="mark">{texts.thisDevice}</span>}
              <span class="text">
                {address} ·{' '}
                {texts.sessionTimes(
                  started_at === null ? undefined : dateOnlyOf(started_at),
                  briefly(last_used_at, uses24Hours),
                )}
              </span>
            </span>
            {!is_current && (
              <button
                type="button"
                class="button"
                aria-label={texts.logOutDevice(deviceName(language, { program, system }))}
                onClick={() => void end(id)}
              >
                {texts.logOut}
              </button>
            )}
          </li>
        ))}
      </ul>
      {known.length > 1 && (
        <div class="buttons">
          <button
            type="button"
            class="button"
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.logOutOthers}
          </button>
        </div>
      )}
      {isAsked.value && (
        <Confirm
          title={texts.logOutOthersQuestion}
          warning={texts.logOutOthersWarning}
          action={texts.logOut}
          onConfirm={() => void endOthers()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
      <Problem saving={saving} />
    </div>
  )
}
