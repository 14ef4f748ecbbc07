import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  centred,
  maxZoom,
  moved,
  type Square,
  zoomed,
  zoomOf,
} from '../../../../gateway/web/forms/picture/square.ts'

const side = fc.integer({ min: 1, max: 20_000 })
const part = fc.double({ min: -3, max: 3, noNaN: true })
const step = fc.oneof(
  fc.record({ right: part, down: part }),
  fc.record({
    zoom: fc.double({ min: 0, max: 100, noNaN: true }),
    at: fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  }),
)

test('whatever one does, the square stays in the picture and between the largest and the smallest', () =>
  fc.assert(
    fc.property(
      fc.record({ width: side, height: side }),
      fc.array(step, { maxLength: 30 }),
      (size, steps) => {
        let square: Square = centred(size)
        for (const s of steps) {
          square = 'zoom' in s ? zoomed(square, size, s.zoom, s.at) : moved(square, size, s.right, s.down)
          const slack = 1e-6
          expect(square.x).toBeGreaterThanOrEqual(0)
          expect(square.y).toBeGreaterThanOrEqual(0)
          expect(square.x + square.side).toBeLessThanOrEqual(size.width + slack)
          expect(square.y + square.side).toBeLessThanOrEqual(size.height + slack)
          expect(zoomOf(square, size)).toBeGreaterThanOrEqual(1 - slack)
          expect(zoomOf(square, size)).toBeLessThanOrEqual(maxZoom(size) + slack)
        }
      },
    ),
  ))

test('zooming keeps the point under the finger', () => {
  const size = { width: 1000, height: 800 }
  const before = zoomed(centred(size), size, 2)
  const at = { x: 0.25, y: 0.75 }
  const after = zoomed(before, size, 4, at)
  expect(after.side).toBe(200)
  expect(after.x + at.x * after.side).toBeCloseTo(before.x + at.x * before.side)
  expect(after.y + at.y * after.side).toBeCloseTo(before.y + at.y * before.side)
})
