import { useId, useRef } from 'preact/hooks'
import { moved, type Size, type Square, zoomed, zoomOf } from './square.ts'
import { texts } from './texts.ts'

/** A step of an arrow key in parts of the square, alone and with Shift. */
const STEP = 0.02
const LARGE_STEP = 0.1
/** The factor of a step of + and −. */
const ZOOM_STEP = 1.1
/** Pixels of a mouse wheel that double the zoom. */
const WHEEL_PIXELS = 600

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const ZOOMS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

interface Point {
  readonly x: number
  readonly y: number
}

interface CropAreaProps {
  readonly url: string
  readonly size: Size
  readonly square: Square
  readonly onChange: (square: Square) => void
}

/** The part of a picture, which pointers, fingers and keys move and zoom. The picture follows the hand. */
export function CropArea({ url, size, square, onChange }: CropAreaProps) {
  const frame = useRef<HTMLSpanElement>(null)
  /** The pointers on the area. Two of them zoom. */
  const pointers = useRef(new Map<number, Point>()).current
  const id = useId()

  /** Where a point of the page is, in parts of the square. */
  const placeOf = ({ x, y }: Point): Point => {
    const { left, top, width } = frame.current!.getBoundingClientRect()
    return { x: (x - left) / width, y: (y - top) / width }
  }
  const follow = (event: PointerEvent) => {
    if (!pointers.has(event.pointerId)) return
    const before = [...pointers.values()].slice(0, 2)
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = [...pointers.values()].slice(0, 2)
    const from = placeOf(middle(before))
    const to = placeOf(middle(after))
    const dragged = moved(square, size, from.x - to.x, from.y - to.y)
    const factor = after.length === 2 ? distance(after) / Math.max(1, distance(before)) : 1
    onChange(factor === 1 ? dragged : zoomed(dragged, size, zoomOf(dragged, size) * factor, to))
  }
  const release = ({ pointerId }: PointerEvent) => void pointers.delete(pointerId)
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    const factor = ZOOMS[event.key]
    if ((arrow === undefined && factor === undefined) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (arrow !== undefined) onChange(moved(square, size, arrow[0] * step, arrow[1] * step))
    else onChange(zoomed(square, size, zoomOf(square, size) * factor!))
  }
  return (
    <>
      <div
        class="crop-area"
        role="application"
        aria-label={texts.area}
        aria-describedby={`${id}-hint ${id}-place`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The keys of the area move the picture.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={follow}
        onPointerUp={release}
        onPointerCancel={release}
        onWheel={(event) => {
          event.preventDefault()
          const factor = 2 ** (-event.deltaY / WHEEL_PIXELS)
          const at = placeOf({ x: event.clientX, y: event.clientY })
          onChange(zoomed(square, size, zoomOf(square, size) * factor, at))
        }}
      >
        <span class="crop-frame" ref={frame}>
          <Part url={url} size={size} square={square} />
        </span>
        <span class="crop-mask" />
      </div>
      <p id={`${id}-hint`} class="crop-hint">
        {texts.hint}
      </p>
      <p id={`${id}-place`} class="only-heard" role="status">
        {texts.place(
          Math.round((100 * square.x) / size.width),
          Math.round((100 * square.y) / size.height),
          Math.round(100 * zoomOf(square, size)),
        )}
      </p>
    </>
  )
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

const distance = ([a, b]: readonly Point[]): number => Math.hypot(a!.x - b!.x, a!.y - b!.y)

/** The picture so large, and so placed, that its square fills the element around it. */
export const Part = ({ url, size, square }: Omit<CropAreaProps, 'onChange'>) => (
  <img
    src={url}
    alt=""
    draggable={false}
    style={{
      width: `${(100 * size.width) / square.side}%`,
      height: `${(100 * size.height) / square.side}%`,
      left: `${(-100 * square.x) / square.side}%`,
      top: `${(-100 * square.y) / square.side}%`,
    }}
  />
)
