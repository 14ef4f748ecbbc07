import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import type { Places } from './places.ts'
import { Problem } from './problem.tsx'
import { type Saving, useSaving } from './use-saving.ts'

/** What a control of a form needs so that its problem stands beside it. */
export interface PlaceIds {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

/** The same for a list or a picker. */
export const pickerIds = (ids: PlaceIds) => ({
  id: ids.id,
  isInvalid: ids['aria-invalid'],
  describedBy: ids['aria-describedby'],
})

/** The fields of a form, each with the place for its problem. */
export interface Placed<Field extends string> {
  /** The attributes of a field's control. */
  at(field: Field): PlaceIds
  /** The place below a field. */
  problem(field: Field, label: string): JSX.Element
}

const NONE: Saving = { name: 'idle' }

/** Whether the reader has gone on to something outside the form. */
function isElsewhere(control: HTMLElement): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return false
  return control.closest('form')?.contains(activeElement) === false
}

/**
 * Saves a form of several fields. A refusal about one of them stands below it, marks it, and brings the focus
 * there. Any other refusal stands at `rest`, and so does one about a field that is not shown.
 */
export function usePlaced<Field extends string>(places: Places<Field>) {
  const id = useId()
  const { saving, save, refuse, forget } = useSaving(places)
  const isHidden = useSignal(false)
  const field = saving.name === 'failed' ? saving.field : undefined
  useLayoutEffect(() => {
    const control = field === undefined ? null : document.getElementById(`${id}-${field}`)
    isHidden.value = field !== undefined && control === null
    if (control === null) return
    const closed = control.closest('details')
    if (closed) closed.open = true
    if (!isElsewhere(control)) control.focus()
  }, [saving])
  const at = (name: Field): PlaceIds => ({
    id: `${id}-${name}`,
    'aria-invalid': field === name,
    'aria-describedby': `${id}-${name}-problem`,
  })
  const problem = (name: Field, label: string) => (
    <Problem id={`${id}-${name}-problem`} saving={field === name ? saving : NONE} label={label} />
  )
  const rest = <Problem saving={field === undefined || isHidden.value ? saving : NONE} />
  return {
    ...{ saving, save, forget, at, problem, rest },
    refuse: (text: string, name: Field): void => refuse(text, name),
    /** How the last change went, for a row of one field. */
    savingOf: (name: Field): Saving => (field === name ? saving : NONE),
  }
}
