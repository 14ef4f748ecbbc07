import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface LazyBlockProps {
  /** Estimated height in pixels, until the content has been drawn. */
  readonly height: number
  /** Draws the content wherever it is. */
  readonly isAlwaysDrawn?: boolean
  /** The element around the content. */
  readonly as?: 'div' | 'tbody'
  readonly children: () => ComponentChildren
}

/** Content is drawn within this distance of the visible part. */
const NEAR = '600px 0px'

/**
 * A part of a long list. It draws its content only near the visible part of the element with `data-scroller`
 * around it; elsewhere it is an empty box of the same height.
 */
export function LazyBlock({ height, isAlwaysDrawn = false, as: Box = 'div', children }: LazyBlockProps) {
  const box = useRef<HTMLElement>(null)
  const known = useRef(height)
  const [isNear, setNear] = useState(isAlwaysDrawn)
  useLayoutEffect(() => {
    const element = box.current!
    return observe(element, (isNow, pixels) => {
      // The focus stays where it is.
      if (!isNow && element.contains(document.activeElement)) return
      if (!isNow && pixels > 0) known.current = pixels
      setNear(isNow)
    })
  }, [])
  const isDrawn = isNear || isAlwaysDrawn
  return (
    <Box ref={box as never} style={isDrawn ? undefined : { height: `${known.current}px` }}>
      {isDrawn && children()}
    </Box>
  )
}

type Listener = (isNear: boolean, pixels: number) => void

/** One observer for each scrolling element. */
const observers = new WeakMap<Element, IntersectionObserver>()
const listeners = new WeakMap<Element, Listener>()

function observe(element: Element, listener: Listener): () => void {
  const root = element.closest('[data-scroller]') ?? document.documentElement
  const observer = observers.get(root) ?? new IntersectionObserver(notify, { root, rootMargin: NEAR })
  observers.set(root, observer)
  listeners.set(element, listener)
  observer.observe(element)
  return () => observer.unobserve(element)
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    listeners.get(target)?.(isIntersecting, boundingClientRect.height)
  }
}
