/** Frames do not come in a window that nobody sees. */
const LATEST_MS = 200
/** Number of items that are handled without waiting for a frame. */
const MOST_WAITING = 1000

/** After such a pause an item is handled at once, so that the next frame can already show it. */
const PAUSE_MS = 100

/**
 * Collects items and hands over the items of a frame together, before it is painted. The first item after a
 * pause waits for nothing.
 */
export function forFrames<T>(handle: (items: readonly T[]) => void): {
  readonly add: (item: T) => void
  readonly clear: () => void
} {
  let waiting: T[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let handledAt = Number.NEGATIVE_INFINITY
  const clear = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    waiting = []
  }
  const flush = () => {
    const items = waiting
    clear()
    handledAt = performance.now()
    handle(items)
  }
  const add = (item: T) => {
    waiting.push(item)
    const isAfterPause = waiting.length === 1 && performance.now() - handledAt > PAUSE_MS
    if (document.hidden || isAfterPause || waiting.length >= MOST_WAITING) flush()
    else if (waiting.length === 1) {
      frame = requestAnimationFrame(flush)
      timer = setTimeout(flush, LATEST_MS)
    }
  }
  return { add, clear }
}
