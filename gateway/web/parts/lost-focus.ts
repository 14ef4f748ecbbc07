/**
 * Dialogs, and the pages and lists whose parts come and go while the reader works in them. A page that
 * another one replaces is gone as a whole.
 */
const PLACES = 'dialog, .part, .settings.new, .written'
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]'

const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one.getClientRects().length > 0)

const isAfter = (element: Node, other: Node): boolean =>
  (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/**
 * Moves the focus to the next control when the focused control disappears, because a form closes, a row is
 * removed or a button is replaced. A reader with a keyboard stays in the same place. A component that knows a
 * better place sets the focus itself, earlier.
 */
export function followLostFocus(): void {
  let last: HTMLElement | undefined
  let place: Element | undefined
  const observer = new MutationObserver((changes) => {
    const { activeElement } = document
    if (last === undefined || !place?.isConnected) return
    if (activeElement !== null && activeElement !== document.body) return
    const lost = last
    const removals = changes.filter(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(lost)),
    )
    const removal = removals.findLast(({ target }) => target.isConnected)
    if (removal === undefined) return
    // One that only moved in the page loses the focus too.
    const next = lost.isConnected ? lost : controlNear(removal, changes, lost, place)
    next?.focus({ preventScroll: true })
  })
  addEventListener('focusin', ({ target }) => {
    last = target as HTMLElement
    place = last.closest(PLACES) ?? undefined
    observer.disconnect()
    if (place !== undefined) observer.observe(place, { childList: true, subtree: true })
  })
  // Whoever points at something has left the control.
  const forget = () => {
    last = undefined
  }
  for (const type of ['pointerdown', 'wheel'])
    addEventListener(type, forget, { capture: true, passive: true })
}

/** The control at the place of a removed element: in the next row the same one, otherwise the next one. */
function controlNear(
  removal: MutationRecord,
  changes: readonly MutationRecord[],
  lost: Element,
  place: Element,
): HTMLElement | undefined {
  const removed = [...removal.removedNodes].find((node) => node.contains(lost))
  const parent = removal.target as Element
  const { previousSibling, nextSibling } = removal
  const row = [nextSibling, previousSibling].find(
    (one): one is Element => one instanceof Element && one.isConnected && one.tagName === 'LI',
  )
  if (row !== undefined && removed instanceof Element && removed.tagName === 'LI') {
    const same = controlsIn(row)[[...removed.querySelectorAll(CONTROLS)].indexOf(lost)]
    if (same !== undefined) return same
  }
  const start = lastBefore(removal, changes)
  for (let around: Element | null = parent; around !== null; around = around.parentElement) {
    const all = controlsIn(around)
    const isLater = (one: Node) =>
      around !== parent ? isAfter(parent, one) : start === undefined || isAfter(start, one)
    const found = all.find((one) => isLater(one) && !start?.contains(one)) ?? all.at(-1)
    if (found !== undefined || around === place) return found
  }
  return undefined
}

/** The sibling before a removed element that is still in the page. */
function lastBefore(removal: MutationRecord, changes: readonly MutationRecord[]): Node | undefined {
  let { previousSibling: node } = removal
  while (node !== null && !node.isConnected) {
    const gone: Node = node
    node = changes.findLast(({ removedNodes }) => [...removedNodes].includes(gone))?.previousSibling ?? null
  }
  return node ?? undefined
}
