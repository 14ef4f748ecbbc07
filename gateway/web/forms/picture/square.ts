/** A square part of a picture, in the picture's pixels. It never leaves the picture. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** How much smaller than the largest square a square may be. */
const MAX_ZOOM = 8
/** The least side of a square, unless the picture is smaller. */
const MIN_SIDE = 48

const largestSide = ({ width, height }: Size): number => Math.min(width, height)

/** The zoom of the smallest square. 1: the picture has only one size of square. */
export const maxZoom = (size: Size): number => Math.max(1, Math.min(MAX_ZOOM, largestSide(size) / MIN_SIDE))

/** How much larger than in the largest square the picture is shown. */
export const zoomOf = (square: Square, size: Size): number => largestSide(size) / square.side

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

const inside = ({ x, y, side }: Square, { width, height }: Size): Square => ({
  x: within(x, 0, width - side),
  y: within(y, 0, height - side),
  side,
})

/** The largest square, in the middle. */
export function centred(size: Size): Square {
  const side = largestSide(size)
  return { x: (size.width - side) / 2, y: (size.height - side) / 2, side }
}

/** The square after a move by parts of its side. */
export const moved = (square: Square, size: Size, right: number, down: number): Square =>
  inside({ ...square, x: square.x + right * square.side, y: square.y + down * square.side }, size)

/** The square at another zoom. The point `at`, in parts of the side, keeps its place. */
export function zoomed(square: Square, size: Size, zoom: number, at = { x: 0.5, y: 0.5 }): Square {
  const side = largestSide(size) / within(zoom, 1, maxZoom(size))
  const change = square.side - side
  return inside({ x: square.x + at.x * change, y: square.y + at.y * change, side }, size)
}
