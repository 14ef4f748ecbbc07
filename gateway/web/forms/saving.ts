import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { reasonOf } from '../store/verbs/notice.ts'
import { afterPress } from './after-press.ts'

/** How the last change of a field went. */
export type Saving =
  | { readonly name: 'idle' | 'saving' | 'saved' }
  | { readonly name: 'failed'; readonly problem: string }

/** How long a field says that it was saved. */
const SAVED_MS = 3000

/** Carries out changes of one field, and knows how the last one went. */
export function useSaving() {
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
      (error: unknown) => ({ name: 'failed', problem: reasonOf(error) }),
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
  /** Says why a change is not even tried. */
  const refuse = (problem: string) => {
    const refusal: Saving = { name: 'failed', problem }
    latest.current = refusal
    saving.value = refusal
  }
  return { saving: value, save, refuse }
}
