import type { Store } from '../store/state/store.ts'

/** A key of the page, which works while no field has the focus. */
export interface Shortcut {
  /** In the notation of `keyOf`. */
  readonly keys: readonly string[]
  readonly name: string
  readonly act: (store: Store) => unknown
}
