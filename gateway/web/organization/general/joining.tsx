import { useSignal } from '@preact/signals'
import { Confirm } from '../../forms/confirm.tsx'
import { Row } from '../../forms/row.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { SettingsGroups } from '../shared/settings-page.tsx'
import { texts } from '../shared/texts.ts'

/** Who may join, and how people log in. */
export const Joining = () => (
  <>
    <SettingsGroups page="joining" />
    <EndSessions />
  </>
)

/** Ends the sessions of everybody. */
function EndSessions() {
  const store = useStore()
  const isAsked = useSignal(false)
  const { saving, save } = useSaving()
  return (
    <section>
      <h2>{texts.sessions}</h2>
      <Row name={texts.endSessions} text={texts.endSessionsHint} saving={saving}>
        {(ids) => (
          <button
            id={ids.id}
            aria-describedby={ids['aria-describedby']}
            type="button"
            class="button"
            disabled={!isAdministrator(store)}
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.endSessionsNow}…
          </button>
        )}
      </Row>
      {isAsked.value && (
        <Confirm
          title={texts.endSessionsQuestion}
          warning={texts.endSessionsWarning}
          action={texts.endSessionsNow}
          onConfirm={() => void save(() => server.call('DELETE /realm/sessions'))}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </section>
  )
}
