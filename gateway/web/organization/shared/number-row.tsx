import { useSignal } from '@preact/signals'
import { TextField } from '../../forms/controls.tsx'
import { type ControlIds, Row } from '../../forms/row.tsx'
import type { Saving } from '../../saving/use-saving.ts'
import { texts } from './texts.ts'

interface NumberRowProps {
  readonly name: string
  readonly text?: string | undefined
  readonly saving: Saving
  readonly value: number
  readonly min: number
  readonly max: number
  readonly isFixed: boolean
  readonly onSave: (value: number) => void
  /** What stands after the field. */
  readonly after?: (ids: ControlIds) => preact.ComponentChildren
}

/** A row with a whole number. Says itself what is no number within the bounds. */
export function NumberRow({ name, text, saving, value, min, max, isFixed, onSave, after }: NumberRowProps) {
  const problem = useSignal<string | undefined>(undefined)
  const shown: Saving = problem.value === undefined ? saving : { name: 'failed', problem: problem.value }
  const parse = (typed: string) => {
    const number = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN
    const isGood = number >= min && number <= max
    problem.value = isGood ? undefined : max < 1e9 ? texts.numberBetween(min, max) : texts.numberNeeded
    if (isGood && number !== value) onSave(number)
  }
  return (
    <Row name={name} text={text} saving={shown}>
      {(ids) => (
        <>
          <TextField ids={ids} value={String(value)} isFixed={isFixed} inputMode="numeric" onSave={parse} />
          {after?.(ids)}
        </>
      )}
    </Row>
  )
}
