import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Saving } from '../saving/use-saving.ts'

/**
 * Holds the value of a control: the reader's choice while it is saved, then the stored value. The stored
 * value returns when the server refuses the choice.
 */
export function useChosen<V>(stored: V, saving: Saving): { value: V; choose: (value: V) => void } {
  const chosen = useSignal<V | undefined>(undefined)
  // From then on the event of the change, or a later change in another window, counts.
  const isPending = saving.name === 'saving' || saving.name === 'saved'
  useEffect(() => {
    // While a change is saved, this may be the event of an earlier one.
    if (saving.name !== 'saving') chosen.value = undefined
  }, [stored])
  useEffect(() => {
    if (!isPending) chosen.value = undefined
  }, [isPending])
  return {
    value: chosen.value ?? stored,
    choose: (value) => {
      chosen.value = value
    },
  }
}
