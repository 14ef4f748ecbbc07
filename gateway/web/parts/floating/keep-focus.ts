/**
 * Remembers an element before something that floats takes the focus. The returned function gives the focus
 * back once `box` is gone, unless something else has taken it. A message that was drawn again meanwhile takes
 * it in place of its button.
 */
export function keepFocus(element: Element | null): (box: HTMLElement) => void {
  const message = element?.closest<HTMLElement>('article')?.dataset.id
  return (box) => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || box.contains(activeElement)
    if (!isLost) return
    const others =
      message === undefined
        ? '#main [role="log"], #main'
        : `#main article[data-id="${message}"], #main [role="log"]`
    const isThere = element?.isConnected === true && element !== document.body
    const target = isThere ? element : document.querySelector(others)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}
