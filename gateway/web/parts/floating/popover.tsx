import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { closeByBack } from './back-closes.ts'
import { keepFocus } from './keep-focus.ts'
import './popover.css'

interface PopoverProps {
  /** The element that the popover belongs to. The focus returns there. */
  readonly anchor: HTMLElement
  /** Its name for screen readers. */
  readonly label: string
  readonly role?: 'dialog' | 'menu'
  readonly placement?: Placement
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/**
 * A box beside its anchor that stays open until the reader presses Escape or clicks outside. It takes the
 * focus.
 */
export function Popover({ anchor, label, role = 'dialog', placement, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current!
    const giveFocusBack = keepFocus(anchor)
    element.showPopover()
    const forget = closeByBack(() => element.hidePopover())
    element.querySelector<HTMLElement>('input, button, a')?.focus({ preventScroll: true })
    const stop = autoUpdate(anchor, element, async () => {
      const middleware = [offset(6), flip({ padding: 8 }), shift({ padding: 8 })]
      const { x, y } = await computePosition(anchor, element, {
        placement: placement ?? 'bottom-end',
        strategy: 'fixed',
        middleware,
      })
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    })
    return () => {
      stop()
      forget()
      giveFocusBack(element)
    }
  }, [anchor])
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names.
    <div
      ref={box}
      class="popover"
      popover="auto"
      role={role}
      aria-label={label}
      onToggle={(event) => {
        // A tap outside can open another overlay before this event, which then no longer belongs to the open
        // one.
        if (event.newState === 'closed' && box.current !== null) onClose()
      }}
    >
      {children}
    </div>
  )
}
