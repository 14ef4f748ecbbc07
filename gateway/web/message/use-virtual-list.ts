import { useSignal } from '@preact/signals'
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo } from 'preact/hooks'

export type VirtualList = Virtualizer<HTMLDivElement, HTMLElement>

/** Within this distance from the end, in pixels, the list follows new messages. */
const END_PIXELS = 60
const OVERSCAN = 8

/**
 * Draws only the rows near the visible ones. The visible row keeps its position when rows above it are added
 * or change their heights; at the end, the list follows new rows.
 */
export function useVirtualList(
  scroller: RefObject<HTMLDivElement | null>,
  keys: readonly string[],
  estimate: (index: number) => number,
): VirtualList {
  const version = useSignal(0)
  // Reading the version causes a new draw when the virtualizer changes.
  void version.value
  const options = {
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    getItemKey: (index: number) => keys[index]!,
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PIXELS,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => {
      version.value++
    },
  } as const
  const list = useMemo(() => new Virtualizer<HTMLDivElement, HTMLElement>(options), [])
  list.setOptions(options)
  useLayoutEffect(() => list._didMount(), [list])
  useLayoutEffect(() => list._willUpdate())
  return list
}
