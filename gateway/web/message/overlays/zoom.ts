import { type Signal, useSignal } from '@preact/signals'

const MOST = 8
const STEP = 1.5

/** How large an image is shown, and how far it is moved, in pixels. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }

/** The zoom of an image, with what the pointer, the wheel and keys do to it. */
export function useZoom() {
  const zoom = useSignal<Zoom>(WHOLE)
  const pointers = useSignal<ReadonlyMap<number, { readonly x: number; readonly y: number }>>(new Map())
  return {
    zoom,
    reset: () => {
      zoom.value = WHOLE
    },
    enlarge: () => setScale(zoom, zoom.value.scale * STEP),
    reduce: () => setScale(zoom, zoom.value.scale / STEP),
    listeners: {
      onWheel: (event: WheelEvent) => {
        event.preventDefault()
        setScale(zoom, zoom.value.scale * Math.exp(-event.deltaY / 400))
      },
      onDblClick: () => {
        zoom.value = zoom.value.scale > 1 ? WHOLE : { scale: 2.5, x: 0, y: 0 }
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
          if (before > 0) setScale(zoom, (zoom.value.scale * now) / before)
        } else if (zoom.value.scale > 1) {
          const { scale, x, y } = zoom.value
          zoom.value = { scale, x: x + here.x - former.x, y: y + here.y - former.y }
        }
        pointers.value = new Map(pointers.value).set(event.pointerId, here)
      },
      onPointerUp: (event: PointerEvent) => leave(pointers, event.pointerId),
      onPointerCancel: (event: PointerEvent) => leave(pointers, event.pointerId),
    },
  }
}

function leave<T>(pointers: Signal<ReadonlyMap<number, T>>, id: number): void {
  const next = new Map(pointers.value)
  next.delete(id)
  pointers.value = next
}

const distance = (
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): number => Math.hypot(a.x - b.x, a.y - b.y)

function setScale(zoom: Signal<Zoom>, wanted: number): void {
  const scale = Math.min(MOST, Math.max(1, wanted))
  const { scale: former, x, y } = zoom.value
  zoom.value = scale === 1 ? WHOLE : { scale, x: (x * scale) / former, y: (y * scale) / former }
}
