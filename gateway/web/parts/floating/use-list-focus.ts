import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps the focus in a list: when the item that has it disappears, the control of the next item takes it, or
 * `beside` when the list is empty: the first field of the section, unless another is given. Returns the
 * attributes of the list.
 */
export function useListFocus<E extends HTMLElement>(
  controls: string,
  beside?: () => HTMLElement | null | undefined,
) {
  const list = useRef<E>(null)
  const last = useRef(-1)
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
  useLayoutEffect(() => {
    if (last.current === -1 || document.activeElement !== document.body) return
    const left = all()
    const next = left[Math.min(last.current, left.length - 1)]
    const field = () => list.current?.closest('section')?.querySelector<HTMLElement>('input')
    ;(next ?? (beside ?? field)())?.focus({ preventScroll: true })
  })
  return {
    ref: list,
    onFocusIn: ({ target }: FocusEvent) => {
      last.current = all().indexOf(target as HTMLElement)
    },
    // An element that disappears gives the focus to nothing.
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) last.current = -1
    },
  }
}
