import { signal } from '@preact/signals'

/** Whether the list of shortcuts is open. */
export const isListShown = signal(false)
