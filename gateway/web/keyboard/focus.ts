const SCROLL_PIXELS = 240

const scroller = () => document.querySelector<HTMLElement>('#main [role="log"]')
const articles = () => [...document.querySelectorAll<HTMLElement>('#main [role="log"] article')]

/** The id of the message that has the focus or contains it. */
export function messageInFocus(): number | undefined {
  const id = document.activeElement?.closest<HTMLElement>('#main article')?.dataset.id
  return id === undefined ? undefined : Number(id)
}

/**
 * Moves the focus to the next or the previous message; without a focused message, to the first one that is
 * completely visible.
 */
export function focusMessage(step: 1 | -1 | 'last'): void {
  const list = scroller()
  if (list === null) {
    focusLine(step === 'last' ? 1 : step)
    return
  }
  if (step === 'last') {
    list.scrollTop = list.scrollHeight
    requestAnimationFrame(() => articles().at(-1)?.focus({ preventScroll: true }))
    return
  }
  const all = articles()
  const at = all.findIndex((one) => one.contains(document.activeElement))
  const next = at === -1 ? firstOnScreen(list, all, step) : all[at + step]
  if (next !== undefined) focus(next)
  // The list draws only messages near the screen.
  else list.scrollTop += step * SCROLL_PIXELS
}

function firstOnScreen(list: HTMLElement, all: HTMLElement[], step: number): HTMLElement | undefined {
  const { top, bottom } = list.getBoundingClientRect()
  const shown = all.filter((one) => {
    const box = one.getBoundingClientRect()
    return box.top >= top && box.bottom <= bottom
  })
  return shown.at(step === 1 ? 0 : -1) ?? all.at(step === 1 ? 0 : -1)
}

function focus(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}

/** In the inbox and other lists of links the same keys move between lines. */
function focusLine(step: number): void {
  const lines = [...document.querySelectorAll<HTMLElement>('#main .lines a')]
  if (lines.length === 0) return
  const at = lines.indexOf(document.activeElement as HTMLElement)
  lines[Math.min(lines.length - 1, Math.max(0, at + step))]!.focus()
}

/** Focuses the composer. Returns whether there is one. */
export function focusComposer(): boolean {
  const box = document.querySelector<HTMLElement>('.composer textarea')
  box?.focus()
  return box !== null
}
