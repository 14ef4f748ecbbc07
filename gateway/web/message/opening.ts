import { signal } from '@preact/signals'
import { eachPage, type OnPage } from '../store/state/page.ts'

/**
 * The address that a key has opened. Its view puts the focus into the messages instead of the composer, so
 * that further keys walk on.
 */
export const openedByKey = eachPage(() => signal<string | undefined>(undefined))

/** Whether the shown view was opened by a key. */
export const isOpenedByKey = (page: OnPage): boolean => openedByKey(page).peek() === location.hash
