import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { closeByBack } from './back-closes.ts'
import { keepFocus } from './keep-focus.ts'

/** Opens a dialog above the page while its component is drawn; the focus then returns to where it was. */
export function useModal(box: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current!
    const giveFocusBack = keepFocus(document.activeElement)
    element.showModal()
    const forget = closeByBack(() => element.close())
    return () => {
      forget()
      // While the dialog is open, nothing else can take the focus.
      element.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })
      element.close()
      giveFocusBack(element)
    }
  }, [box])
}
