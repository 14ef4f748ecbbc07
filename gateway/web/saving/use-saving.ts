import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { RequestError } from '../client/index.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { afterPress } from './after-press.ts'
import { type Places, parameterOf, placeOf, sayingLabel } from './places.ts'

/** How the last change of a field went. */
export type Saving = { readonly name: 'idle' | 'saving' | 'saved' } | Failed

interface Failed {
  readonly name: 'failed'
  readonly problem: string
  /** The field that the problem is about. Undefined where it is about the whole form. */
  readonly field?: string | undefined
  /** The parameter that the problem names. */
  readonly parameter?: string | undefined
}

/** Why the last change failed, with the label of the field in place of its parameter; empty otherwise. */
export const problemOf = (saving: Saving, label?: string): string =>
  saving.name === 'failed' ? sayingLabel(saving.problem, saving.parameter, label) : ''

function failureOf(error: unknown, places: Places | undefined): Failed {
  const parameter = error instanceof RequestError ? parameterOf(error) : undefined
  const field = places && placeOf(places, error)
  return { name: 'failed', problem: reasonOf(error), field, parameter }
}

/** How long a field says that it was saved. */
const SAVED_MS = 3000

/** Carries out changes of one field, or of the fields of `places`, and knows how the last one went. */
export function useSaving(places?: Places) {
  const saving = useSignal<Saving>({ name: 'idle' })
  const { value } = saving
  /** As `saving`, before the pointer is released. */
  const latest = useRef<Saving>(value)
  useEffect(() => {
    if (value.name !== 'saved') return
    const timer = setTimeout(() => {
      // The next change may have begun since the field was drawn.
      if (saving.peek() === value) saving.value = { name: 'idle' }
    }, SAVED_MS)
    return () => clearTimeout(timer)
  }, [value])
  /** Resolves to whether the change succeeded. */
  const save = async (change: () => Promise<unknown>): Promise<boolean> => {
    const mine: Saving = { name: 'saving' }
    latest.current = mine
    afterPress(() => {
      if (latest.current === mine) saving.value = mine
    })
    const outcome: Saving = await change().then(
      () => ({ name: 'saved' }),
      (error: unknown) => failureOf(error, places),
    )
    // A later change of the same field says how it went itself.
    if (latest.current === mine) {
      latest.current = outcome
      afterPress(() => {
        if (latest.current === outcome) saving.value = outcome
      })
    }
    return outcome.name === 'saved'
  }
  /** Says why a change is not even tried, and which field is wrong. */
  const refuse = (problem: string, field?: string) => {
    const refusal: Saving = { name: 'failed', problem, field }
    latest.current = refusal
    saving.value = refusal
  }
  /** Takes back what was said about the last change. */
  const forget = () => {
    latest.current = { name: 'idle' }
    saving.value = latest.current
  }
  return { saving: value, save, refuse, forget }
}
