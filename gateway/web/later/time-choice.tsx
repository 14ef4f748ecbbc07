import { fieldValueOf, type LaterTime, laterTimes } from '../compose/later-times.ts'
import { texts } from '../message/overlays/texts.ts'
import type { PlaceIds } from '../saving/use-placed.tsx'
import { useStore } from '../store/use-store.ts'
import { shortDateOf } from '../texts/short-date.ts'

const HOUR = 3600

/** Times at which people often want to be reminded, the next one first. */
export function reminderTimes(now = new Date()): LaterTime[] {
  const seconds = now.getTime() / 1000
  const inHours = (hours: number) => Math.ceil((seconds + hours * HOUR) / 300) * 300
  const times = [
    { name: texts.inHalfAnHour, at: inHours(0.5) },
    ...laterTimes(now),
    { name: texts.inThreeHours, at: inHours(3) },
  ]
  return times.sort((a, b) => a.at - b.at)
}

interface TimeChoiceProps {
  readonly label: string
  readonly times: readonly LaterTime[]
  /** The value of the field, as `datetime-local` has it. */
  readonly value: string
  readonly ids: PlaceIds
  /** Whether the dialog opens with the focus at the first suggestion. */
  readonly isFirst?: boolean
  readonly onChange: (value: string) => void
}

/** Suggested times, each of which fills the field below them. */
export function TimeChoice({ label, times, value, ids, isFirst = false, onChange }: TimeChoiceProps) {
  const { twenty_four_hour_time } = useStore().settings.value
  return (
    <>
      <fieldset class="suggested-times">
        <legend>{texts.suggested}</legend>
        {times.map(({ name, at }, n) => (
          <button
            key={name}
            type="button"
            class="button"
            autofocus={isFirst && n === 0}
            aria-pressed={value === fieldValueOf(at)}
            onClick={() => onChange(fieldValueOf(at))}
          >
            {name}
            <span class="note">{shortDateOf(at, twenty_four_hour_time)}</span>
          </button>
        ))}
      </fieldset>
      <label class="field" for={ids.id}>
        {label}
        <input
          {...ids}
          type="datetime-local"
          required
          min={fieldValueOf(Date.now() / 1000)}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
    </>
  )
}
