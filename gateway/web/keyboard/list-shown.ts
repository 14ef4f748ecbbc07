import { signal } from '@preact/signals'
import { eachPage } from '../store/state/page.ts'

/** Whether the list of shortcuts is open. */
export const isListShown = eachPage(() => signal(false))
