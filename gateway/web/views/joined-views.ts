import { useRef } from 'preact/hooks'
import { type Narrow, narrowKey } from '../model/narrow.ts'
import { eachPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'

/** The keys of the former narrows of the view that is shown, and its own. */
const joined = eachPage(() => ({ keys: new Set<string>() }))

/** Makes the view of a topic the view of its new place: what is being written there goes on. */
export function joinViews(store: Store, former: string, next: string): void {
  const views = joined(store)
  if (!views.keys.has(former)) views.keys = new Set([former])
  views.keys.add(next)
}

/** A component key: a new one for each narrow that is opened. A view whose topic moves keeps its key. */
export function useViewKey(store: Store, narrow: Narrow | undefined): number {
  const view = useRef({ key: '', number: 0 })
  const key = narrow === undefined ? '' : narrowKey(narrow)
  const former = view.current.key
  if (key !== former) {
    const { keys } = joined(store)
    view.current = { key, number: view.current.number + (keys.has(former) && keys.has(key) ? 0 : 1) }
  }
  return view.current.number
}
