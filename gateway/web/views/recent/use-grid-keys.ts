import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStore } from '../../store/use-store.ts'
import type { RecentRow } from './choose.ts'

/** Rows that the page keys pass. */
const PAGE = 8
/** Frames until a row that was scrolled to is drawn. */
const MOST_FRAMES = 30
const COLUMNS = 5

/**
 * The keys of a grid of conversations: arrows between cells, Home and End in a row, with Ctrl in the grid.
 * The focus follows its row when the order changes; where its row disappears, the next one takes it.
 */
export function useGridKeys(rows: readonly RecentRow[]) {
  const { recent } = useStore()
  const grid = useRef<HTMLDivElement>(null)
  const place = useSignal({ key: recent.opened.peek() ?? '', column: 0 })
  const isInside = useRef(false)
  const lastIndex = useRef(0)

  const indexOf = (key: string) => rows.findIndex((row) => row.key === key)
  const cellAt = (index: number, column: number): HTMLElement | undefined => {
    const row = grid.current?.querySelector(`[aria-rowindex="${index + 2}"]`)
    const cell = row?.querySelectorAll<HTMLElement>('[role="gridcell"]')[column]
    return cell?.querySelector<HTMLElement>('a, button') ?? cell
  }

  /** Focuses a cell, as soon as its row is drawn. */
  function go(index: number, column: number, frames = MOST_FRAMES): void {
    const row = rows[index]
    if (row === undefined) return
    const cell = cellAt(index, column)
    if (cell !== undefined) {
      place.value = { key: row.key, column }
      cell.focus({ preventScroll: true })
      cell.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    if (frames === 0) return
    const scroller = grid.current?.closest('[data-scroller]')
    if (scroller != null) scroller.scrollTop = (scroller.scrollHeight * index) / Math.max(1, rows.length)
    requestAnimationFrame(() => go(index, column, frames - 1))
  }

  function pressed(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.shiftKey) return
    const row = (event.target as Element).closest<HTMLElement>('[data-key]')
    const index = row === null ? -1 : indexOf(row.dataset.key!)
    if (row === null) {
      // From the heads into the rows.
      if (event.key !== 'ArrowDown') return
      go(0, place.peek().column)
    } else {
      const { column } = place.peek()
      const isRightToLeft = getComputedStyle(row).direction === 'rtl'
      const step = keyStep(event, isRightToLeft)
      if (step === undefined) return
      const [down, right] = step
      go(
        Math.min(rows.length - 1, Math.max(0, index + down)),
        Math.min(COLUMNS - 1, Math.max(0, column + right)),
      )
    }
    event.preventDefault()
  }

  useLayoutEffect(() => {
    const { key, column } = place.peek()
    const index = indexOf(key)
    if (index !== -1) lastIndex.current = index
    if (!isInside.current || document.activeElement !== document.body) return
    go(index === -1 ? Math.min(lastIndex.current, rows.length - 1) : index, column)
  })
  // Back from a conversation the reader finds its row again.
  useLayoutEffect(() => {
    const index = indexOf(place.peek().key)
    const scroller = grid.current?.closest('[data-scroller]')
    if (index <= 0 || scroller == null) return
    const { offsetHeight = 0 } = grid.current?.querySelector<HTMLElement>('[data-key]') ?? {}
    scroller.scrollTop = index * offsetHeight - scroller.clientHeight / 2
  }, [])

  const { key, column } = place.value
  return {
    grid,
    pressed,
    tabStop: indexOf(key) === -1 ? { key: rows[0]?.key ?? '', column: 0 } : { key, column },
    focused: ({ target }: FocusEvent) => {
      const cell = (target as Element).closest('[role="gridcell"]')
      const row = cell?.closest<HTMLElement>('[data-key]')
      if (cell == null || row == null) return
      isInside.current = true
      const at = [...row.querySelectorAll('[role="gridcell"]')].indexOf(cell)
      if (place.peek().key !== row.dataset.key || place.peek().column !== at)
        place.value = { key: row.dataset.key!, column: at }
    },
    // An element that disappears gives the focus to nothing.
    left: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isInside.current = false
    },
  }
}

/** How many rows and columns a key moves. */
function keyStep(
  { key, ctrlKey }: KeyboardEvent,
  isRightToLeft: boolean,
): readonly [number, number] | undefined {
  const forward = isRightToLeft ? -1 : 1
  const all = Number.MAX_SAFE_INTEGER
  if (ctrlKey) {
    if (key === 'Home') return [-all, -all]
    return key === 'End' ? [all, all] : undefined
  }
  switch (key) {
    case 'ArrowDown':
      return [1, 0]
    case 'ArrowUp':
      return [-1, 0]
    case 'ArrowRight':
      return [0, forward]
    case 'ArrowLeft':
      return [0, -forward]
    case 'PageDown':
      return [PAGE, 0]
    case 'PageUp':
      return [-PAGE, 0]
    case 'Home':
      return [0, -all]
    case 'End':
      return [0, all]
    default:
      return undefined
  }
}
