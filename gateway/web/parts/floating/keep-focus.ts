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
    const isThere = element?.isConnected === true && element !== document.body
    const target = isThere ? element : insteadOf(message)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}

/** The message, the list of messages that it was in, or the view. */
const insteadOf = (message: string | undefined): Element | null =>
  (message === undefined ? null : document.querySelector(`#main article[data-id="${message}"]`)) ??
  document.querySelector('#main [role="log"]') ??
  document.querySelector('#main')
