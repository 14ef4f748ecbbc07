/**
 * Keeps the page above the keyboard of the screen, on browsers that lay the keyboard over the page: the shell
 * has the height that is left. Returns a function that ends it.
 */
export function followVisibleHeight(): () => void {
  const { visualViewport: visible } = globalThis
  if (visible === null || visible === undefined) return () => undefined
  const root = document.documentElement
  const changed = () => {
    // With a zoomed page the visible part says nothing about the keyboard.
    const isCovered = Math.abs(visible.scale - 1) < 0.01 && innerHeight - visible.height > 1
    if (isCovered) root.style.setProperty('--visible-height', `${Math.round(visible.height)}px`)
    else root.style.removeProperty('--visible-height')
    // Such browsers scroll the page to the field, which is visible without that.
    if (isCovered) scrollTo(0, 0)
  }
  visible.addEventListener('resize', changed)
  visible.addEventListener('scroll', changed)
  return () => {
    visible.removeEventListener('resize', changed)
    visible.removeEventListener('scroll', changed)
  }
}
