/** The code of keys that an input method takes. Safari gives it after the composition has ended. */
const TAKEN = 229
/** Keys whose own effect would leave or answer a field. */
const LEAVING: readonly string[] = ['Enter', 'Tab', 'Escape']

/** Milliseconds between two looks whether the composition has ended. */
const LOOK_MS = 100

/** The field in which an input method composes. */
let composed: EventTarget | undefined

/**
 * Calls `change` at once, or when nothing is composed any more: a field whose text a script replaces
 * meanwhile has the composed text twice. A field that leaves the page tells of no end.
 */
export function whenNothingIsComposed(change: () => void): void {
  if (composed instanceof Element && composed.isConnected && composed === document.activeElement)
    setTimeout(() => whenNothingIsComposed(change), LOOK_MS)
  else change()
}

/** Knows from now on whether an input method composes. */
function followCompositions(): void {
  addEventListener('compositionstart', ({ target }) => (composed = target ?? undefined), { capture: true })
  addEventListener('compositionend', () => (composed = undefined), { capture: true })
}

/**
 * Keeps the keys of an input method from everything on the page: they choose from its candidates, and send,
 * save, search, complete and close nothing. Before all other listeners, so that none has to ask.
 */
export function keepKeysOfInputMethods(): void {
  followCompositions()
  const keep = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== TAKEN) return
    event.stopImmediatePropagation()
    if (LEAVING.includes(event.key)) event.preventDefault()
  }
  addEventListener('keydown', keep, { capture: true })
  addEventListener('keypress', keep, { capture: true })
}
