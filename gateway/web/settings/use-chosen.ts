import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Saving } from './saving.ts'

/**
 * The value that a control shows: what the reader chose while it is being saved, otherwise what is stored. When the server
 * refuses the choice, the stored value comes back.
 */
export function useChosen<V>(stored: V, saving: Saving): { value: V; choose: (value: V) => void } {
  const chosen = useSignal<V | undefined>(undefined)
  // The event of the change, or a later change in another window, is what counts from then on.
  const isPending = saving.name === 'saving' || saving.name === 'saved'
  useEffect(() => {
    chosen.value = undefined
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
