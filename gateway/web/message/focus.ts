import { route } from '../model/current-route.ts'
import { runCommand } from '../parts/commands.ts'
import { shownRoute } from '../store/home.ts'
import type { OnPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { openNewest, openOldest } from '../store/verbs/load-messages.ts'
import { active, leftFor } from './active.ts'

/** The part of a page that one key scrolls. */
const PAGE = 0.9
const STEP_PIXELS = 240
/** Frames until a message of a page that was just loaded is drawn. */
const MOST_FRAMES = 60

const messageLog = () => document.querySelector<HTMLElement>('#main [role="log"]')
const articles = () => [...document.querySelectorAll<HTMLElement>('#main [role="log"] article')]

/** The message that has the focus or contains it. */
export const messageInFocus = (): number | undefined => idOf(document.activeElement?.closest('#main article'))

/** The message that shows its toolbar: it has the focus, or the pointer is on it. */
export const chosenMessage = (page: OnPage): number | undefined => messageInFocus() ?? active(page).peek()

export const articleOf = (id: number): HTMLElement | undefined => articles().find((one) => idOf(one) === id)

const idOf = (article: Element | null | undefined): number | undefined =>
  article instanceof HTMLElement && article.dataset.id !== undefined ? Number(article.dataset.id) : undefined

/**
 * Moves the focus to the next or the previous message; without a focused message, to the first one that is
 * completely visible.
 */
export function focusMessage(step: 1 | -1): void {
  const list = messageLog()
  if (list === null) {
    focusLine(step)
    return
  }
  const all = articles()
  const at = all.findIndex((one) => one.contains(document.activeElement))
  const next = at === -1 ? firstOnScreen(list, all, step) : all[at + step]
  if (next !== undefined) focus(next)
  // The list draws only messages near the screen.
  else list.scrollTop += step * STEP_PIXELS
}

/** Moves the focus to the oldest or the newest message of the view, and loads it when needed. */
export async function focusEnd(store: Store, end: 'oldest' | 'newest'): Promise<void> {
  const value = shownRoute(store, route.value)
  if (messageLog() === null || value.view !== 'messages') {
    focusLine(end === 'newest' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
    return
  }
  const list = store.messages.list(value.narrow)
  const { hasOldest, hasNewest } = list.stretch.peek()
  if (end === 'newest' && !hasNewest) await openNewest(store, list)
  if (end === 'oldest' && !hasOldest) await openOldest(store, list)
  const id = list.stretch.peek().ids.at(end === 'newest' ? -1 : 0)
  if (id !== undefined) focusWhenDrawn(id, (log) => (end === 'newest' ? log.scrollHeight : 0))
}

function focusWhenDrawn(id: number, place: (log: HTMLElement) => number, frames = MOST_FRAMES): void {
  const log = messageLog()
  if (log === null || frames === 0) return
  log.scrollTop = place(log)
  const article = articleOf(id)
  if (article === undefined) requestAnimationFrame(() => focusWhenDrawn(id, place, frames - 1))
  else article.focus({ preventScroll: true })
}

/** Scrolls by a page; in messages the focus goes to the first one that is then visible. */
export function scrollPage(step: 1 | -1): void {
  const log = messageLog()
  const list = log ?? document.querySelector<HTMLElement>('#main .lines')
  list?.scrollBy({ top: step * list.clientHeight * PAGE })
  if (log !== null) requestAnimationFrame(() => focusWhenOnScreen(log, step))
}

/** The list draws the messages of a new page some frames after it was scrolled to. */
function focusWhenOnScreen(log: HTMLElement, step: 1 | -1, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const next = onScreen(log, articles()).at(step === 1 ? 0 : -1)
    if (next !== undefined) focus(next)
    else if (frames > 0) focusWhenOnScreen(log, step, frames - 1)
  })
}

function firstOnScreen(list: HTMLElement, all: HTMLElement[], step: number): HTMLElement | undefined {
  const end = step === 1 ? 0 : -1
  return onScreen(list, all).at(end) ?? all.at(end)
}

/** Returns the fully visible messages, or the partly visible ones when no message fits. */
function onScreen(list: HTMLElement, all: HTMLElement[]): HTMLElement[] {
  const { top, bottom } = list.getBoundingClientRect()
  const boxes = all.map((one) => [one, one.getBoundingClientRect()] as const)
  const complete = boxes.filter(([, box]) => box.top >= top && box.bottom <= bottom)
  const shown =
    complete.length > 0 ? complete : boxes.filter(([, box]) => box.bottom > top && box.top < bottom)
  return shown.map(([one]) => one)
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
export function focusComposer(page: OnPage): boolean {
  leftFor(page).value = messageInFocus()
  return runCommand(page, 'write')
}

/** Moves the focus from writing to the message it was on, else to the newest one on the screen. */
export function leaveComposer(page: OnPage): void {
  const list = messageLog()
  const former = leftFor(page).peek()
  const article =
    (former === undefined ? undefined : articleOf(former)) ?? (list && onScreen(list, articles()).at(-1))
  if (article) focus(article)
  else (list ?? document.getElementById('main'))?.focus()
}
