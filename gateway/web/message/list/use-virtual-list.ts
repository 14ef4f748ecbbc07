import { useSignal } from '@preact/signals'
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo } from 'preact/hooks'

export type VirtualList = Virtualizer<HTMLDivElement, HTMLElement>

/** Within this distance from the end, in pixels, the list follows new messages. */
const END_PIXELS = 60
const OVERSCAN = 8

type Report = Parameters<typeof observeElementOffset>[1]
const reports = new WeakMap<object, Report>()

const observeOffset: typeof observeElementOffset = (list, report) => {
  reports.set(list, report)
  return observeElementOffset(list, report)
}

/**
 * Scrolls, and reports it at once: with the event, a frame later, the list would first draw the rows of the
 * former place.
 */
const scrollNow: typeof elementScroll = (offset, options, list) => {
  elementScroll(offset, options, list)
  const { scrollElement, isScrolling } = list
  if (scrollElement !== null && !isScrolling) reports.get(list)?.(scrollElement.scrollTop, false)
}

/** Whether the list shows its end. The list's own function would force a layout in each frame. */
export const isAtEnd = (list: VirtualList): boolean =>
  list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? 0) <= END_PIXELS

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
    scrollToFn: scrollNow,
    observeElementRect,
    observeElementOffset: observeOffset,
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
