import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { eachPage } from '../store/state/page.ts'
import { useStore } from '../store/use-store.ts'

/** The name of the row that the reader has looked for, until it has the focus. */
export const sought = eachPage(() => signal<string | undefined>(undefined))

const CONTROL = ':is(input, select, textarea, button):not(:disabled)'

/** Brings the focus to a row that the reader has looked for. `name`: what its label says. */
export function useSought<Element extends HTMLElement>(name: string) {
  const store = useStore()
  const row = useRef<Element>(null)
  const isSought = sought(store).value === name
  useLayoutEffect(() => {
    if (!isSought) return
    sought(store).value = undefined
    row.current!.scrollIntoView({ block: 'center' })
    row.current!.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true })
  }, [isSought])
  return row
}
