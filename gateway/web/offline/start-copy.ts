import { effect } from '@preact/signals'
import { canKeepCopy, dropCopyOfOthers, keepsCopy } from '../store/copy/copy-mark.ts'
import type { Store } from '../store/state/store.ts'

/** The copy begins long after the first load; many pages that start together are spread out. */
const START_MS = 10_000
const SPREAD_MS = 20_000

/**
 * Keeps a copy of the newest conversations, some time after the start, while the reader lets this device do
 * so.
 */
export function startCopy(store: Store): () => void {
  if (!canKeepCopy()) return () => undefined
  void dropCopyOfOthers(store.me)
  return effect(() => {
    if (!keepsCopy(store).value) return
    let end: (() => void) | undefined
    let hasEnded = false
    const begin = async () => {
      const { keepCopy } = await import('./keep-copy.ts')
      if (!hasEnded) end = keepCopy(store)
    }
    const timer = setTimeout(() => void begin().catch(() => undefined), START_MS + Math.random() * SPREAD_MS)
    return () => {
      hasEnded = true
      clearTimeout(timer)
      end?.()
    }
  })
}
