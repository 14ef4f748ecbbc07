import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Select } from '../../forms/controls.tsx'
import { TypedName } from '../../forms/typed-name.tsx'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { dateOnlyOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { texts } from '../shared/texts.ts'

const DAY = 86_400
/** Days until the data are deleted; 0 for never. The server takes none below its minimum. */
const DELAYS = [0, 14, 30, 90, 180, 365] as const

/** Ends the access of everybody. The name of the organization must be typed before. */
export function Deactivate() {
  const isAsked = useSignal(false)
  return (
    <section>
      <h2>{texts.titles.deactivate}</h2>
      <p class="text">{texts.deactivateHint}</p>
      <div class="buttons add">
        <button
          type="button"
          class="button risky"
          onClick={() => {
            isAsked.value = true
          }}
        >
          {texts.deactivateNow}…
        </button>
      </div>
      {isAsked.value && (
        <Question
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </section>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const { name } = useStore().realm.value
  const typed = useSignal('')
  const days = useSignal(0)
  const { saving, save } = useSaving()
  const id = useId()
  const isSame = typed.value.trim() === name.trim()
  const deactivate = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSame && saving.name !== 'saving')
      void save(() => server.call('POST /realm/deactivate', { deletion_delay_days: days.value || null }))
  }
  return (
    <Dialog title={texts.deactivateQuestion(name)} onClose={onClose}>
      <p>{texts.deactivateWarning}</p>
      <form onSubmit={deactivate}>
        <div class="field">
          <label for={`${id}-days`}>{texts.deletion}</label>
          <Select
            ids={{ id: `${id}-days`, 'aria-describedby': `${id}-date` }}
            value={days.value}
            options={DELAYS.map((value) => ({
              value,
              name: value === 0 ? texts.neverDeleted : texts.deletedAfterDays(value),
            }))}
            onChange={(chosen) => {
              days.value = chosen
            }}
          />
          <p class="hint" id={`${id}-date`} role="status">
            {days.value > 0 && texts.deletedAfter(dateOnlyOf(Date.now() / 1000 + days.value * DAY))}
          </p>
        </div>
        <TypedName label={texts.typeName(name)} typed={typed} describedBy={`${id}-problem`} />
        <Problem id={`${id}-problem`} saving={saving} />
        <div class="buttons">
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button danger" disabled={!isSame}>
            {texts.deactivateNow}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
