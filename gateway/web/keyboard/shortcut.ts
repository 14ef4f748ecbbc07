import type { Store } from '../store/state/store.ts'

/** A key of the page, which works while no field has the focus. */
export interface Shortcut {
  /** In the notation of `keyOf`. */
  readonly keys: readonly string[]
  readonly name: string
  /** Whether it opens a conversation to write in it. */
  readonly writes?: boolean
  readonly act: (store: Store) => unknown
}
