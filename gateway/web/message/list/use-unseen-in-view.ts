import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { link } from '../../store/session.ts'
import type { Store } from '../../store/state/store.ts'
import type { Row } from './rows.ts'
import { isAtEnd, type VirtualList } from './use-virtual-list.ts'

interface ListShown {
  readonly virtual: VirtualList
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Row[]
  readonly ids: readonly number[]
  readonly store: Store
}

/**
 * A list at its end follows new messages, but only until the first one that the reader has not seen is at the
 * top: in a window without the focus, and after a lost connection, such as a sleep of the computer, until the
 * reader does something.
 * Returns a function that lets the list go to its end.
 */
export function useUnseenInView({ virtual, scroller, rows, ids, store }: ListShown): () => void {
  /** The newest message when the reader last had the end before the eyes. */
  const seen = useRef<number | undefined>(undefined)
  /** Stays in view until the reader scrolls. */
  const first = useRef<number | undefined>(undefined)
  const shownIds = useRef(ids)
  const wasAway = useRef(false)
  const { name: connection } = link(store).value
  if (connection === 'reconnecting' || connection === 'offline') wasAway.current = true
  const letGo = () => {
    first.current = undefined
    wasAway.current = false
  }

  useLayoutEffect(() => {
    const isGrown = ids.at(-1) !== shownIds.current.at(-1)
    shownIds.current = ids
    const { current: last } = seen
    if (isGrown && last !== undefined)
      first.current ??= ids.find((id) => id > last && store.messages.get(id)?.peek().sender_id !== store.me)
    if (first.current === undefined || !isAtEnd(virtual)) return
    const index = rows.findIndex((row) => row.kind === 'message' && row.id === first.current)
    const start = virtual.measurementsCache[index]?.start
    if (start !== undefined && virtual.getTotalSize() - start > scroller.current!.clientHeight)
      virtual.scrollToIndex(index, { align: 'start' })
  })

  const look = () => {
    if (wasAway.current || !isAtEnd(virtual)) return
    seen.current = shownIds.current.at(-1)
    letGo()
  }
  useEffect(() => {
    if (document.hasFocus()) look()
  })

  useEffect(() => {
    const list = scroller.current!
    const off = new AbortController()
    const { signal } = off
    addEventListener('focus', look, { signal })
    addEventListener('blur', look, { signal })
    addEventListener('keydown', letGo, { signal, capture: true })
    for (const name of ['wheel', 'pointerdown', 'touchmove'] as const)
      list.addEventListener(name, letGo, { signal, passive: true })
    return () => off.abort()
  }, [])
  return letGo
}
