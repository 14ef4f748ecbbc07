import { useSignal } from '@preact/signals'
import { Select, TextField } from '../../forms/controls.tsx'
import { Row } from '../../forms/row.tsx'
import type { Saving } from '../../saving/use-saving.ts'
import { texts } from './texts.ts'

/** Units by their number of seconds, the longest first. */
const UNITS = [
  { value: 86_400, name: texts.days },
  { value: 3_600, name: texts.hours },
  { value: 60, name: texts.minutes },
  { value: 1, name: texts.seconds },
]
const NO_LIMIT = 0
/** The largest number that the server takes. */
const MAX = 2_147_483_647

interface LimitRowProps {
  readonly name: string
  readonly text?: string | undefined
  readonly saving: Saving
  /** Seconds, or days where `isInDays`. Undefined for no limit. */
  readonly value: number | undefined
  readonly isInDays: boolean
  readonly isFixed: boolean
  readonly onSave: (value: number | undefined) => void
}

/** A row with a time: a number and its unit, or no limit. */
export function LimitRow({ name, text, saving, value, isInDays, isFixed, onSave }: LimitRowProps) {
  const problem = useSignal<string | undefined>(undefined)
  const units = isInDays ? [{ value: 1, name: texts.days }] : UNITS
  const unit = value === undefined ? NO_LIMIT : units.find(({ value: size }) => value % size === 0)!.value
  const shown: Saving = problem.value === undefined ? saving : { name: 'failed', problem: problem.value }
  const saveNumber = (typed: string) => {
    const number = /^\d{1,10}$/.test(typed) ? Number(typed) * unit : 0
    const isGood = number > 0 && number <= MAX
    problem.value = isGood ? undefined : texts.numberNeeded
    if (isGood && number !== value) onSave(number)
  }
  const saveUnit = (chosen: number) => {
    problem.value = undefined
    if (chosen === NO_LIMIT) onSave(undefined)
    else
      onSave(
        value === undefined ? chosen : Math.min((value / unit) * chosen, Math.floor(MAX / chosen) * chosen),
      )
  }
  return (
    <Row name={name} text={text} saving={shown}>
      {(ids) => (
        <span class="limit">
          {value !== undefined && (
            <TextField
              ids={ids}
              value={String(value / unit)}
              isFixed={isFixed}
              inputMode="numeric"
              onSave={saveNumber}
            />
          )}
          <Select
            ids={value === undefined ? ids : {}}
            {...(value !== undefined && { label: texts.unitOf(name) })}
            value={unit}
            isFixed={isFixed}
            options={[{ value: NO_LIMIT, name: texts.noLimit }, ...units]}
            onChange={saveUnit}
          />
        </span>
      )}
    </Row>
  )
}
