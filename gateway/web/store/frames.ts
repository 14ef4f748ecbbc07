/** Frames do not come in a window that nobody sees. */
const LATEST_MS = 200
/** So many items are handled without waiting for a frame. */
const MOST_WAITING = 1000

/** Collects items and hands over those of a frame together, before it is painted. */
export function forFrames<T>(handle: (items: readonly T[]) => void): {
  readonly add: (item: T) => void
  readonly clear: () => void
} {
  let waiting: T[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    waiting = []
  }
  const flush = () => {
    const items = waiting
    clear()
    handle(items)
  }
  const add = (item: T) => {
    waiting.push(item)
    if (document.hidden || waiting.length >= MOST_WAITING) flush()
    else if (waiting.length === 1) {
      frame = requestAnimationFrame(flush)
      timer = setTimeout(flush, LATEST_MS)
    }
  }
  return { add, clear }
}
