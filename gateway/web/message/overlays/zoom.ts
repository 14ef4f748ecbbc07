import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

const MOST = 8
const STEP = 1.5
const DOUBLE_CLICKED = 2.5
/** The way that an arrow key moves the image, in pixels. */
const KEY_WAY = 80

/** How large an image is shown, and how far it is moved, in pixels. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
const MIDDLE: Point = { x: 0, y: 0 }

/** The zoom of an image, with what the pointer, the wheel and keys do to it. */
export function useZoom() {
  const zoom = useSignal<Zoom>(WHOLE)
  const pointers = useSignal<ReadonlyMap<number, Point>>(new Map())
  const image = useRef<HTMLImageElement>(null)

  /** The edges of an enlarged image stay outside of the place that it has as a whole. */
  function show({ scale, x, y }: Zoom): void {
    const { width, height } = image.current?.getBoundingClientRect() ?? { width: 0, height: 0 }
    const room = (scale - 1) / zoom.value.scale / 2
    const within = (way: number, most: number) => Math.min(most, Math.max(-most, way))
    zoom.value = scale === 1 ? WHOLE : { scale, x: within(x, width * room), y: within(y, height * room) }
  }
  /** `at`: the point that keeps its place, from the middle of the whole image. */
  function setScale(wanted: number, at = MIDDLE): void {
    const { scale: former, x, y } = zoom.value
    const scale = Math.min(MOST, Math.max(1, wanted))
    const by = scale / former
    show({ scale, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by })
  }
  function moveBy(x: number, y: number): void {
    const { value: now } = zoom
    show({ scale: now.scale, x: now.x + x, y: now.y + y })
  }
  function fromMiddle(x: number, y: number): Point {
    const { left, top, width, height } = image.current!.getBoundingClientRect()
    return { x: x - left - width / 2 + zoom.value.x, y: y - top - height / 2 + zoom.value.y }
  }

  return {
    zoom,
    image,
    reset: () => {
      zoom.value = WHOLE
    },
    enlarge: () => setScale(zoom.value.scale * STEP),
    reduce: () => setScale(zoom.value.scale / STEP),
    /** Shows more of an enlarged image at the side of the arrow. Returns whether it is one. */
    moveTowards: (arrow: string): boolean => {
      const way = WAYS[arrow]
      if (way === undefined || zoom.value.scale === 1) return false
      moveBy(way.x * KEY_WAY, way.y * KEY_WAY)
      return true
    },
    listeners: {
      onWheel: (event: WheelEvent) => {
        event.preventDefault()
        setScale(zoom.value.scale * Math.exp(-event.deltaY / 400), fromMiddle(event.clientX, event.clientY))
      },
      onDblClick: (event: MouseEvent) => {
        if (zoom.value.scale > 1) zoom.value = WHOLE
        else setScale(DOUBLE_CLICKED, fromMiddle(event.clientX, event.clientY))
      },
      onPointerDown: (event: PointerEvent) => {
        ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
        pointers.value = new Map(pointers.value).set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: (event: PointerEvent) => {
        const former = pointers.value.get(event.pointerId)
        if (former === undefined) return
        const here = { x: event.clientX, y: event.clientY }
        const other = [...pointers.value].find(([id]) => id !== event.pointerId)?.[1]
        // Two fingers spread the image; one moves it.
        if (other !== undefined) {
          const [before, now] = [distance(former, other), distance(here, other)]
          if (before > 0) setScale((zoom.value.scale * now) / before, fromMiddle(other.x, other.y))
        } else if (zoom.value.scale > 1) moveBy(here.x - former.x, here.y - former.y)
        pointers.value = new Map(pointers.value).set(event.pointerId, here)
      },
      onPointerUp: (event: PointerEvent) => leave(pointers, event.pointerId),
      onPointerCancel: (event: PointerEvent) => leave(pointers, event.pointerId),
    },
  }
}

/** The direction in which the image moves. */
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

function leave<T>(pointers: Signal<ReadonlyMap<number, T>>, id: number): void {
  const next = new Map(pointers.value)
  next.delete(id)
  pointers.value = next
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
