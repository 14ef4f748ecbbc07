/** A swipe is this long, and this straight. */
const LEAST_PIXELS = 80
const MOST_SLOPE = 0.5

/**
 * On phones a swipe from the start of the line to its end shows the conversations. Returns a function that
 * ends it.
 */
export function openConversationsBySwipe(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let start: { readonly x: number; readonly y: number } | undefined
  const begin = ({ touches, target }: TouchEvent) => {
    const [finger] = touches
    const isFree =
      touches.length === 1 && matchMedia('(max-width: 700px)').matches && !isTaken(target as Element)
    start = isFree ? { x: finger!.clientX, y: finger!.clientY } : undefined
  }
  const end = ({ changedTouches }: TouchEvent) => {
    const [finger] = changedTouches
    if (start === undefined || finger === undefined) return
    const direction = getComputedStyle(document.documentElement).direction === 'rtl' ? -1 : 1
    const along = (finger.clientX - start.x) * direction
    const across = Math.abs(finger.clientY - start.y)
    const isSwipe = along >= LEAST_PIXELS && across <= along * MOST_SLOPE
    start = undefined
    if (isSwipe) location.hash = '#conversations'
  }
  addEventListener('touchstart', begin, { passive: true, signal })
  addEventListener('touchend', end, { passive: true, signal })
  addEventListener(
    'touchcancel',
    () => {
      start = undefined
    },
    { signal },
  )
  return () => ending.abort()
}

/** Whether the finger is outside the view, in a field, or on something that scrolls sideways itself. */
function isTaken(target: Element): boolean {
  if (target.closest('#main') === null || target.closest('dialog, [popover], input, textarea') !== null)
    return true
  for (let one: Element | null = target; one !== null && one.id !== 'main'; one = one.parentElement)
    if (
      one.scrollWidth > one.clientWidth &&
      getComputedStyle(one).overflowX !== 'visible' &&
      getComputedStyle(one).overflowX !== 'hidden'
    )
      return true
  return false
}
