/** The code of keys that an input method takes. Safari gives it after the composition has ended. */
const TAKEN = 229
/** Keys whose own effect would leave or answer a field. */
const LEAVING: readonly string[] = ['Enter', 'Tab', 'Escape']

/**
 * Keeps the keys of an input method from everything on the page: they choose from its candidates, and send,
 * save, search, complete and close nothing. Before all other listeners, so that none has to ask.
 */
export function keepKeysOfInputMethods(): void {
  const keep = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== TAKEN) return
    event.stopImmediatePropagation()
    if (LEAVING.includes(event.key)) event.preventDefault()
  }
  addEventListener('keydown', keep, { capture: true })
  addEventListener('keypress', keep, { capture: true })
}
