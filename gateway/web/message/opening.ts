import { signal } from '@preact/signals'

/**
 * The address that a key has opened. Its view puts the focus into the messages instead of the composer, so
 * that further keys walk on.
 */
export const openedByKey = signal<string | undefined>(undefined)

/** Whether the shown view was opened by a key. */
export const isOpenedByKey = (): boolean => openedByKey.peek() === location.hash
