/** How long a finger rests for a long press, and how far it may move meanwhile. */
const HOLD_MS = 450
const MOST_PIXELS = 10

/**
 * Calls `act` when a finger rests on an element below `root`. Links keep the browser's own menu. The click
 * that follows the press does nothing. Returns a function that ends it.
 */
export function onLongPress(root: HTMLElement, act: (target: Element) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout> | undefined
  let start = { x: 0, y: 0 }
  const cancel = () => clearTimeout(timer)

  const down = (event: PointerEvent) => {
    cancel()
    const target = event.target as Element
    if (event.pointerType !== 'touch' || !event.isPrimary || target.closest('a, input, textarea, video'))
      return
    start = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      ignoreNextClick()
      act(target)
    }, HOLD_MS)
  }
  const moved = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > MOST_PIXELS) cancel()
  }
  const menu = (event: MouseEvent) => {
    const isTouch = (event as PointerEvent).pointerType === 'touch'
    if (isTouch && !(event.target as Element).closest('a, input, textarea, video')) event.preventDefault()
  }
  root.addEventListener('pointerdown', down, { signal })
  root.addEventListener('pointermove', moved, { signal })
  root.addEventListener('pointerup', cancel, { signal })
  root.addEventListener('pointercancel', cancel, { signal })
  root.addEventListener('scroll', cancel, { signal })
  root.addEventListener('contextmenu', menu, { signal })
  return () => {
    cancel()
    ending.abort()
  }
}

/** The finger that leaves the screen would press the menu that has opened below it. */
function ignoreNextClick(): void {
  const ending = new AbortController()
  const { signal } = ending
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    ending.abort()
  }
  addEventListener('click', ignore, { capture: true, signal })
  addEventListener('pointerdown', () => ending.abort(), { capture: true, signal })
}
